-- Admits the buyer of a dead letter anew, whatever the sale's window and state, and takes the letter away.
-- With shared/fence
-- KEYS[1] epoch of the shard
-- KEYS[2] stream of dead letters
-- KEYS[3] ids of the entries in the dead letters
-- KEYS[4] sale
-- KEYS[5] buyers of the sale
-- KEYS[6] queued orders
-- KEYS[7] stream of orders
-- ARGV[1] letter
-- ARGV[2] entry that the letter is of
-- ARGV[3] voucher
-- ARGV[4] buyer
-- ARGV[5] order
-- Result: 1 replayed, 2 no such letter, 3 no such sale, 4 sold out, 5 the buyer has an order, 8 fenced
if not isOpen(KEYS[1]) then return 8 end
if #redis.call('XRANGE', KEYS[2], ARGV[1], ARGV[1]) == 0 then return 2 end
local free = redis.call('HGET', KEYS[4], 'free')
if not free then return 3 end
if redis.call('HEXISTS', KEYS[5], ARGV[4]) == 1 then return 5 end
if tonumber(free) <= 0 then return 4 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('HINCRBY', KEYS[4], 'free', -1)
redis.call('HSET', KEYS[5], ARGV[4], ARGV[5])
redis.call('HSET', KEYS[6], ARGV[5], ARGV[4])
redis.call('XADD', KEYS[7], '*', 'voucher', ARGV[3], 'at', string.format('%.0f', now), 'orders', ARGV[5] .. ':' .. ARGV[4])
redis.call('XDEL', KEYS[2], ARGV[1])
redis.call('SREM', KEYS[3], ARGV[2])
return 1
