-- Counts what is held of a sale.
-- KEYS[1] sale
-- KEYS[2] buyers of the sale
-- KEYS[3] adjustments of the sale
-- KEYS[4] stream of orders
-- Result: free units, buyers, adjustments, entries of the stream; or nothing when there is no such sale
local free = redis.call('HGET', KEYS[1], 'free')
if not free then return false end
return {free, redis.call('HLEN', KEYS[2]), redis.call('SCARD', KEYS[3]), redis.call('XLEN', KEYS[4])}
