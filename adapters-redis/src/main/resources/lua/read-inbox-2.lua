-- Reads a reader's inbox. It only reads.
-- KEYS[1] inbox
-- KEYS[2] set of those whom the reader follows, and a member that names the version (store-follows)
-- ARGV[1] number of the version
-- ARGV[2] time (epoch seconds), ARGV[3] note (19 digits) of the place that comes before; no note: before all of this second
-- ARGV[4] how many notes
-- ARGV[5...] authors of whom it is asked whether the reader follows them
-- Result: nil when it is not loaded; {'i' and the server it was loaded on (server-incarnation); notes and times, newest first;
--   1 if these are enough or all; pulled authors; followed authors}
local known, pulled, server = {}, {}, nil
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], -2, -1)) do
  local kind = string.sub(member, 1, 1)
  if member == 'all' or kind ~= 'a' then known[member] = true else pulled[#pulled + 1] = member end
  if kind == 'i' then server = member end
end
if not known['v' .. ARGV[1]] or not known['loaded'] then return false end
local followed = {}
if #ARGV > 4 then
  if redis.call('SISMEMBER', KEYS[2], 'v' .. ARGV[1]) == 0 then return false end
  for i, isFollowed in ipairs(redis.call('SMISMEMBER', KEYS[2], unpack(ARGV, 5))) do
    if isFollowed == 1 then followed[#followed + 1] = ARGV[i + 4] end
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
local enough = (#notes == 2 * max or known['all']) and 1 or 0
return {server, notes, enough, pulled, followed}
