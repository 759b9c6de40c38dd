-- Tells how long the oldest entry of a shard has waited.
-- With shared/clock
-- KEYS[1] stream of orders
-- Result: milliseconds; 0 where none waits
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if not oldest then return 0 end
-- An id that lies ahead is of a clock that went back.
return math.max(0, now() - tonumber(string.match(oldest[1], '^%d+')))
