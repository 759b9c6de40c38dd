-- Stores a note's likes, if the load still counts.
-- KEYS[1] sorted set of the note's likes: users by time (epoch milliseconds), and with scores up to 0 'count' (how many like
--   the note) and 'part n' (version of that part); or 'many' alone; or the name of a load
-- ARGV[1] name of the load
-- ARGV[2] its ttl, milliseconds
-- ARGV[3] scores and members, one after the other, separated by spaces; members have '_' for a space
-- Result: 1 stored, 0 the load does not count any more
if not redis.call('ZSCORE', KEYS[1], 'load ' .. ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
for score, member in string.gmatch(ARGV[3], '(%S+) (%S+)') do
  redis.call('ZADD', KEYS[1], score, (string.gsub(member, '_', ' ')))
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
