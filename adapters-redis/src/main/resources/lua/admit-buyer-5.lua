-- Admits one buyer: checks, reserves a unit, remembers the buyer and appends the order.
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] queued orders
-- KEYS[5] stream of orders
-- ARGV[1] order
-- ARGV[2] voucher
-- ARGV[3] buyer
-- ARGV[4] as many entries as the stream may hold
-- Result {code, text}: 1 accepted, 2 bought already {order}, 3 sold out, 4 not begun {begin}, 5 ended,
--   6 paused, 7 no such sale, 8 fenced, 9 stream full
if redis.call('EXISTS', KEYS[1]) == 0 then return {8, ''} end
local sale = redis.call('HMGET', KEYS[2], 'state', 'begin', 'end', 'free')
if not sale[1] then return {7, ''} end

-- Before all refusals: whoever has an order is told of it. Ids stay texts; a number of Lua can't hold them.
local earlier = redis.call('HGET', KEYS[3], ARGV[3])
if earlier then return {2, earlier} end
if sale[1] ~= 'OPEN' then return {6, ''} end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if now < tonumber(sale[2]) then return {4, sale[2]} end
if now >= tonumber(sale[3]) then return {5, ''} end
if tonumber(sale[4]) <= 0 then return {3, ''} end
if redis.call('XLEN', KEYS[5]) >= tonumber(ARGV[4]) then return {9, ''} end

redis.call('HINCRBY', KEYS[2], 'free', -1)
redis.call('HSET', KEYS[3], ARGV[3], ARGV[1])
redis.call('HSET', KEYS[4], ARGV[1], ARGV[3])
redis.call('XADD', KEYS[5], '*', 'order', ARGV[1], 'voucher', ARGV[2], 'user', ARGV[3],
    'at', string.format('%.0f', now))
return {1, ''}
