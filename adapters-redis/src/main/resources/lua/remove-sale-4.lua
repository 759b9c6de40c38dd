-- Forgets a sale that is over, unless entries wait that were appended before its end.
-- KEYS[1] stream of orders
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] adjustments of the sale
-- ARGV[1] end, epoch milliseconds
-- Result: 1 gone, 0 entries wait
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if oldest and tonumber(string.match(oldest[1], '^%d+')) < tonumber(ARGV[1]) then return 0 end
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4])
return 1
