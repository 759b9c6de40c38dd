-- Drops a loaded set that misses a change. A load under way, which may miss one too, does not count any more.
-- KEYS[1] sorted set of the note's likes
-- KEYS[2] load ticket on it
-- ARGV[1] versions of the parts, by their numbers, separated by spaces: the set must be as late
-- Result: 1 dropped, 0 not
redis.call('DEL', KEYS[2])
if not redis.call('ZSCORE', KEYS[1], 'count') then return 0 end
local part = 0
for version in string.gmatch(ARGV[1], '%S+') do
  local known = redis.call('ZSCORE', KEYS[1], 'part ' .. part)
  if not known or tonumber(version) + tonumber(known) > 0 then
    redis.call('DEL', KEYS[1])
    return 1
  end
  part = part + 1
end
return 0
