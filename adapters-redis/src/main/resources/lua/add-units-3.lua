-- Changes the free units of a sale, once for each adjustment; one that was refused stays so.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] adjustments of the sale
-- ARGV[1] number of the epoch
-- ARGV[2] adjustment
-- ARGV[3] units, negative to take them away
-- Result: 1 applied now or before, 0 fewer than to be taken are free now or were before, -1 no such sale, -2 closed
if not isOpen(KEYS[1], ARGV[1]) then return -2 end
local free = redis.call('HGET', KEYS[2], 'free')
if not free then return -1 end
if redis.call('SISMEMBER', KEYS[3], ARGV[2]) == 1 then return 1 end
local refused = 'refused:' .. ARGV[2]
local units = tonumber(ARGV[3])
if units < 0 and tonumber(free) + units < 0 then redis.call('HSET', KEYS[2], refused, 1) end
if redis.call('HEXISTS', KEYS[2], refused) == 1 then return 0 end
redis.call('HINCRBY', KEYS[2], 'free', ARGV[3])
redis.call('SADD', KEYS[3], ARGV[2])
return 1
