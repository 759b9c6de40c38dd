-- Begins an epoch: no buyer is admitted until open-shard. One that is open stays so.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] stream of orders
-- ARGV[1] number of the epoch
-- Result: the last entry ever appended, the number of the epoch that was open before or 0, the entries in the stream; or
--   nothing when a later epoch was begun
local number, _, state = read(KEYS[1])
if number and tonumber(number) > tonumber(ARGV[1]) then return false end
if not isOpen(KEYS[1], ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. instance() .. ' rebuilding') end
local last = '0-0'
if redis.call('EXISTS', KEYS[2]) == 1 then
    local info = redis.call('XINFO', 'STREAM', KEYS[2])
    for i = 1, #info, 2 do
        if info[i] == 'last-generated-id' then last = info[i + 1] end
    end
end
-- An epoch that was only begun proves nothing of what the server held before.
return {last, state ~= 'rebuilding' and number or '0', redis.call('XLEN', KEYS[2])}
