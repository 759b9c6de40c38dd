-- Decides on a change of a sale by its version, and gives the sale state and window of the change when it is allowed.
-- With shared/clock
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- ARGV[1] number of the epoch
-- ARGV[2] state, ARGV[3] begin, ARGV[4] end: of the sale with the change; epoch milliseconds
-- ARGV[5] version of the change
-- ARGV[6] how many milliseconds before the begin it must come; 0: only a begin is not moved once it has come
-- Result: 1 applied now or before, 0 the sale has begun or begins too soon, -1 no such sale, -2 closed, -3 the sale has a later version
if not isOpen(KEYS[1], ARGV[1]) then return -2 end
local sale = redis.call('HMGET', KEYS[2], 'begin', 'version', 'changed')
if not sale[1] then return -1 end
if sale[3] == ARGV[5] then return 1 end
if tonumber(ARGV[5]) <= tonumber(sale[2] or '0') then return -3 end
local begin, moved, lead = tonumber(sale[1]), tonumber(ARGV[3]), tonumber(ARGV[6])
if lead > 0 and now() + lead >= math.min(begin, moved) then return 0 end
if begin ~= moved and now() >= begin then return 0 end
redis.call('HSET', KEYS[2], 'state', ARGV[2], 'begin', ARGV[3], 'end', ARGV[4], 'version', ARGV[5], 'changed', ARGV[5])
return 1
