-- Puts a note, or a pulled author, into a reader's inbox that is loaded or being loaded in this version.
-- With shared/inbox
-- KEYS[1] inbox
-- ARGV[1] number of the version
-- ARGV[2] score
-- ARGV[3] member
-- ARGV[4] how many notes an inbox keeps
-- Result: 1 put, 0 there is no such inbox, or the note is older than those it keeps
local key, score = KEYS[1], tonumber(ARGV[2])
if not redis.call('ZSCORE', key, 'v' .. ARGV[1]) then return 0 end
local isLoaded = redis.call('ZSCORE', key, 'loaded')
if isLoaded and score >= 0 and not redis.call('ZSCORE', key, 'all') then
  local oldest = redis.call('ZRANGEBYSCORE', key, 0, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  local time = tonumber(oldest[2])
  if score < time or score == time and ARGV[3] < oldest[1] then return 0 end
end
redis.call('ZADD', key, score, ARGV[3])
if isLoaded then trim(key, tonumber(ARGV[4])) end
return 1
