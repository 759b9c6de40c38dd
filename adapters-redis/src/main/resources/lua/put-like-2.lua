-- Puts a like, or its end, into a loaded set, once. A load under way does not count any more, nor does a set that missed a change.
-- KEYS[1] sorted set of the note's likes: users by time (epoch milliseconds), and with scores up to 0 'count' (how many like
--   the note) and 'part n' (version of that part); or 'many' alone
-- KEYS[2] load ticket on it
-- ARGV[1] user
-- ARGV[2] time, epoch milliseconds; 0: the user does not like the note any more
-- ARGV[3] part of the likes
-- ARGV[4] version of the part with this change
-- ARGV[5] the most users of a set
-- Result: 1 put, 0 not
local key, part = KEYS[1], 'part ' .. ARGV[3]
redis.call('DEL', KEYS[2])
local known = redis.call('ZSCORE', key, part)
if not known then return 0 end
local missing = tonumber(ARGV[4]) + tonumber(known)
if missing <= 0 then return 0 end
if ARGV[2] == '0' then
  redis.call('ZINCRBY', key, redis.call('ZREM', key, ARGV[1]), 'count')
else
  redis.call('ZINCRBY', key, -redis.call('ZADD', key, ARGV[2], ARGV[1]), 'count')
end
redis.call('ZADD', key, '-' .. ARGV[4], part)
if missing > 1 or redis.call('ZCOUNT', key, '(0', '+inf') > tonumber(ARGV[5]) then
  redis.call('DEL', key)
  return 0
end
return 1
