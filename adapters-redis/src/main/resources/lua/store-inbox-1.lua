-- Stores a reader's inbox, beside what was pushed meanwhile, if the load still counts.
-- With shared/inbox
-- KEYS[1] inbox
-- ARGV[1] name of the load
-- ARGV[2] its ttl, milliseconds
-- ARGV[3] how many notes an inbox keeps
-- ARGV[4] all, or the oldest note of those that are stored: what was pushed and is older may have others between
-- ARGV[5] scores and members, one after the other, separated by spaces
-- Result: 1 stored, 0 the load does not count any more
if redis.call('ZREM', KEYS[1], 'load ' .. ARGV[1]) == 0 then return 0 end
for score, member in string.gmatch(ARGV[5], '(%S+) (%S+)') do redis.call('ZADD', KEYS[1], score, member) end
redis.call('ZADD', KEYS[1], -2, 'loaded')
if ARGV[4] == 'all' then
  redis.call('ZADD', KEYS[1], -2, 'all')
else
  local others = redis.call('ZCOUNT', KEYS[1], '-inf', '(0')
  local oldest = redis.call('ZRANK', KEYS[1], ARGV[4])
  if oldest > others then redis.call('ZREMRANGEBYRANK', KEYS[1], others, oldest - 1) end
end
trim(KEYS[1], tonumber(ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
