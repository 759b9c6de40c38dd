-- Appends orders of a sale once more, as one entry, that their buyers have and that do not wait.
-- With shared/clock
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] queued orders
-- KEYS[5] stream of orders
-- ARGV[1] voucher
-- ARGV[2] number of the epoch
-- ARGV[3..] order, buyer; for each
-- Result: how many were appended, or -1 closed
if not isOpen(KEYS[1], ARGV[2]) and not isRebuilding(KEYS[1], ARGV[2]) then return -1 end
-- Without entries nothing waits, whatever is noted.
local mayWait, asked, queued, orders = redis.call('XLEN', KEYS[5]) > 0, {unpack(ARGV, 3)}, {}, {}
for i = 1, #asked, 2 do
    local order, buyer = asked[i], asked[i + 1]
    local its = string.match(redis.call('HGET', KEYS[3], buyer) or '', '^%d+')
    if its == order and not (mayWait and redis.call('HEXISTS', KEYS[4], order) == 1) then
        queued[#queued + 1], queued[#queued + 2], orders[#orders + 1] = order, buyer, order .. ':' .. buyer
    end
end
if #orders == 0 then return 0 end
redis.call('HSET', KEYS[4], unpack(queued))
-- A removal that waits for earlier entries waits for this one, too.
redis.call('HDEL', KEYS[2], 'last')
redis.call('XADD', KEYS[5], '*', 'voucher', ARGV[1], 'at', whole(now()), 'orders', table.concat(orders, ' '))
return #orders
