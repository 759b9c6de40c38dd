-- Keeps an entry, if the lease still holds, and uses the lease up.
-- KEYS[1] entry
-- KEYS[2] lease on it
-- ARGV[1] token
-- ARGV[2] entry
-- ARGV[3] its life, milliseconds
-- Result: 0 the lease is void or none, 1 kept, 2 kept and awaited
local lease = redis.pcall('HMGET', KEYS[2], 'token', 'awaited')
if lease[1] ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('DEL', KEYS[2])
return lease[2] and 2 or 1
