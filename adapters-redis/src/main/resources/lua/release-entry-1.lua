-- Gives a lease back that will not be used.
-- KEYS[1] lease
-- ARGV[1] token
-- Result: 1 done, 0 the lease was void or none
if redis.pcall('HGET', KEYS[1], 'token') ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
