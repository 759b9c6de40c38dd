-- The units of a sale for buyers who don't wait for one.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- ARGV[1] number of the epoch
-- Result: how many, -1 no such sale, -2 closed
if not isOpen(KEYS[1], ARGV[1]) then return -2 end
local sale = redis.call('HMGET', KEYS[2], 'free', 'waitlist')
if not sale[1] then return -1 end
return sale[2] and 0 or math.max(0, tonumber(sale[1]))
