-- Forgets a sale that is over once all entries are gone that stood in the stream when that was first asked for.
-- KEYS[1] stream of orders
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] adjustments of the sale
-- KEYS[5] new buyers of the sale
-- Result: 1 gone, 0 entries wait that may be of it
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
local last = redis.call('HGET', KEYS[2], 'last')
if oldest and redis.call('EXISTS', KEYS[2]) == 1 then
    if not last then
        redis.call('HSET', KEYS[2], 'last', redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][1])
        return 0
    end
    if #redis.call('XRANGE', KEYS[1], '-', last, 'COUNT', 1) > 0 then return 0 end
end
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4], KEYS[5])
return 1
