-- Changes the free units of a sale, once for each adjustment.
-- KEYS[1] sale
-- KEYS[2] adjustments of the sale
-- ARGV[1] adjustment
-- ARGV[2] units, negative to take them away
-- Result: 1 applied now or before, 0 fewer are free, -1 no such sale
local free = redis.call('HGET', KEYS[1], 'free')
if not free then return -1 end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 1 end
if tonumber(free) + tonumber(ARGV[2]) < 0 then return 0 end
redis.call('HINCRBY', KEYS[1], 'free', ARGV[2])
redis.call('SADD', KEYS[2], ARGV[1])
return 1
