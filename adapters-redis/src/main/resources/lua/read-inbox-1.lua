-- Reads a reader's inbox. It only reads.
-- KEYS[1] inbox (push-note)
-- ARGV[1] number of the version
-- ARGV[2] time (epoch seconds), ARGV[3] note (19 digits) of the place that comes before; no note: before all of this second
-- ARGV[4] how many notes
-- ARGV[5...] 'f' and the ids of authors of whom it is asked whether the reader follows them
-- Result: nil when it is not loaded; {'i' and the server it was loaded on (server-incarnation); notes and times, newest first;
--   1 if these are enough or all; pulled authors; followed authors, as they were asked for}
if not redis.call('ZSCORE', KEYS[1], 'v' .. ARGV[1]) then return false end
local all, pulled, server, followed = false, {}, nil, {}
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], -2, -1)) do
  local kind = string.sub(member, 1, 1)
  if member == 'all' then
    all = true
  elseif kind == 'i' then
    server = member
  elseif kind == 'a' then
    pulled[#pulled + 1] = member
  end
end
if #ARGV > 4 then
  for i, isFollowed in ipairs(redis.call('ZMSCORE', KEYS[1], unpack(ARGV, 5))) do
    if isFollowed then followed[#followed + 1] = ARGV[i + 4] end
  end
end
local before, max = 0, tonumber(ARGV[4])
if ARGV[3] ~= '' then
  for _, note in ipairs(redis.call('ZREVRANGEBYSCORE', KEYS[1], ARGV[2], ARGV[2])) do
    if note < ARGV[3] then break end
    before = before + 1
  end
end
local notes = redis.call('ZREVRANGEBYSCORE', KEYS[1], ARGV[2], 0, 'WITHSCORES', 'LIMIT', before, max)
return {server, notes, (all or #notes == 2 * max) and 1 or 0, pulled, followed}
