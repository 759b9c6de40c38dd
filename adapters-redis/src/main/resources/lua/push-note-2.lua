-- Puts a note, or a pulled author, into a reader's inbox that is loaded in this version. A load under way does not count any more.
-- KEYS[1] inbox: notes (19 digits) by time (epoch seconds); with the score -1 'a' and the id of each pulled author; with -2 'v' and the
--   number of the version, 'i' and the server, and 'all' if no notes are older; with -3 'f' and the id of each followed author
-- KEYS[2] load ticket on it
-- ARGV[1] number of the version
-- ARGV[2] score
-- ARGV[3] member
-- ARGV[4] how many notes an inbox keeps
-- Result: 1 put, 0 there is no such inbox, or the note is older than those it keeps
local key, score = KEYS[1], tonumber(ARGV[2])
redis.call('DEL', KEYS[2])
if not redis.call('ZSCORE', key, 'v' .. ARGV[1]) then return 0 end
if score >= 0 and not redis.call('ZSCORE', key, 'all') then
  local oldest = redis.call('ZRANGEBYSCORE', key, 0, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  if not oldest[1] then return 0 end
  local time = tonumber(oldest[2])
  if score < time or score == time and ARGV[3] < oldest[1] then return 0 end
end
redis.call('ZADD', key, score, ARGV[3])
local over = redis.call('ZCOUNT', key, 0, '+inf') - tonumber(ARGV[4])
if over > 0 then
  local others = redis.call('ZCOUNT', key, '-inf', '(0')
  redis.call('ZREMRANGEBYRANK', key, others, others + over - 1)
  redis.call('ZREM', key, 'all')
end
return 1
