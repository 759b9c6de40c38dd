-- Keeps a slice of a sale's reservations for open-sale.
-- KEYS[1] reservations loaded by this attempt
-- ARGV[1] milliseconds until an attempt that stops here is forgotten
-- ARGV[2..] user, reservation, user, reservation, ...: an order, and its revision as reserve-again writes it
-- Result: the number of fields that are new
local added = redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return added
