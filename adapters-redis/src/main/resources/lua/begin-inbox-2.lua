-- Begins to load a reader's inbox, unless it is loaded or being loaded.
-- With shared/inbox
-- KEYS[1] inbox
-- KEYS[2] set of those whom the reader follows, and a member that names the version; an inbox without it counts as not loaded
-- ARGV[1] number of the version
-- ARGV[2] name of the load
-- ARGV[3] milliseconds until a load that stops here is forgotten
-- Result: 1 begun, 0 not
if isKnown(KEYS[1], ARGV[1])
  and (not redis.call('ZSCORE', KEYS[1], 'loaded') or redis.call('SISMEMBER', KEYS[2], 'v' .. ARGV[1]) == 1) then
  return 0
end
redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[1], -2, 'v' .. ARGV[1], -2, 'i' .. instance(), -2, 'load ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
