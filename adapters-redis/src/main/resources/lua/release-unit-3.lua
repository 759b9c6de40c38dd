-- Frees the unit of an order and forgets its buyer, if the buyer still has this very order.
-- KEYS[1] sale
-- KEYS[2] buyers of the sale
-- ARGV[1] buyer
-- ARGV[2] order
-- Result: 1 freed, 0 nothing to free
local order = redis.call('HGET', KEYS[2], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 or not order or string.match(order, '^%d+') ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HINCRBY', KEYS[1], 'free', 1)
return 1
