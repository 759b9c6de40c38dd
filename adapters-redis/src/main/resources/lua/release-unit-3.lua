-- Frees the unit of an order and forgets its buyer, if the buyer still has this very order in this very revision.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- ARGV[1] number of the epoch
-- ARGV[2] buyer
-- ARGV[3] order
-- ARGV[4] revision of its reservation, or 0
-- Result: 1 freed, 0 the buyer has no such reservation, -1 no such sale, -2 closed
if not isOpen(KEYS[1], ARGV[1]) and not isRebuilding(KEYS[1], ARGV[1]) then return -2 end
if redis.call('EXISTS', KEYS[2]) == 0 then return -1 end
local reservation = redis.call('HGET', KEYS[3], ARGV[2])
if not reservation or string.match(reservation, '^%d+') ~= ARGV[3] then return 0 end
if (string.match(reservation, ' revision (%d+)$') or '0') ~= ARGV[4] then return 0 end
redis.call('HDEL', KEYS[3], ARGV[2])
redis.call('HINCRBY', KEYS[2], 'free', 1)
return 1
