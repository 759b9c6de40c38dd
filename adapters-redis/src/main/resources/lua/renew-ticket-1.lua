-- Lengthens the life of a load ticket that is still valid.
-- KEYS[1] load ticket
-- ARGV[1] token
-- ARGV[2] its ttl from now, milliseconds
-- Result: 1 done, 0 the ticket is void or missing
if redis.pcall('HGET', KEYS[1], 'token') ~= ARGV[1] then
  return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
