-- Reserves a unit for an order that lost its own.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] new buyers of the sale, noted once read-new-buyers asked for them
-- ARGV[1] number of the epoch
-- ARGV[2] buyer
-- ARGV[3] order
-- ARGV[4] revision
-- Result: 1 reserved, now or before; 2 the buyer has another reservation; 3 sold out; -1 no such sale; -2 closed
if not isOpen(KEYS[1], ARGV[1]) then return -2 end
local sale = redis.call('HMGET', KEYS[2], 'free', 'noted')
if not sale[1] then return -1 end
local reservation = ARGV[3] .. ' revision ' .. ARGV[4]
local known = redis.call('HGET', KEYS[3], ARGV[2])
if known then return known == reservation and 1 or 2 end
if tonumber(sale[1]) <= 0 then return 3 end
redis.call('HINCRBY', KEYS[2], 'free', -1)
redis.call('HSET', KEYS[3], ARGV[2], reservation)
if sale[2] then redis.call('RPUSH', KEYS[4], ARGV[2]) end
return 1
