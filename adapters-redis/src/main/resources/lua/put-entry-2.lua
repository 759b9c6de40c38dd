-- Stores an entry, if the ticket is still valid, and uses the ticket up.
-- KEYS[1] entry
-- KEYS[2] load ticket on it
-- ARGV[1] token
-- ARGV[2] entry
-- ARGV[3] its ttl, milliseconds
-- Result: 0 the ticket is void or missing, 1 stored, 2 stored and awaited
local ticket = redis.pcall('HMGET', KEYS[2], 'token', 'awaited')
if ticket[1] ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('DEL', KEYS[2])
return ticket[2] and 2 or 1
