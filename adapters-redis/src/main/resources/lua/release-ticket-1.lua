-- Releases a load ticket that will not be used.
-- KEYS[1] load ticket
-- ARGV[1] token
-- Result: 1 done, 0 the ticket was void or missing
if redis.pcall('HGET', KEYS[1], 'token') ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
