-- Admits buyers of one sale in their order. All that are accepted are one entry, which costs a fraction of one each.
-- With shared/clock
-- With shared/epoch
-- KEYS[1] epoch of the shard, KEYS[2] sale, KEYS[3] buyers of the sale
-- KEYS[4] queued orders, KEYS[5] stream of orders, KEYS[6] new buyers, noted once read-new-buyers asked for them
-- ARGV[1] voucher, ARGV[2] as many orders as may be queued, ARGV[3] number of the epoch that the buyers expect
-- ARGV[4] 1 they are the next of the waitlist, for whom units may be held; 0 they are not
-- ARGV[5..] order, buyer, request key or nothing; for each
-- Result: 8 closed; or an answer for each, separated by spaces: 1 accepted now, 1:order accepted before, 2:order bought
--   already, 3 sold out, 4:begin not begun, 5 ended, 6 paused, 7 no such sale, 9 too many queued, 0 called off
if not isOpen(KEYS[1], ARGV[3]) then return '8' end
local asked, buyers, answers, known, remembered, queued, orders = {unpack(ARGV, 5)}, {}, {}, {}, {}, {}, {}
for i = 2, #asked, 3 do buyers[#buyers + 1] = asked[i] end
local sale = redis.call('HMGET', KEYS[2], 'state', 'begin', 'end', 'free', 'noted', 'waitlist')
if not sale[1] then return string.rep('7 ', #buyers) end
local at, had = now(), redis.call('HMGET', KEYS[3], unpack(buyers))
local closed = ({PAUSED = '6', CALLED_OFF = '0', DRAFT = '7'})[sale[1]] or at < tonumber(sale[2]) and '4:' .. sale[2] or at >= tonumber(sale[3]) and '5'
local free, room = tonumber(sale[4]), tonumber(ARGV[2]) - redis.call('HLEN', KEYS[4])
local held = sale[6] and ARGV[4] ~= '1'
for i, buyer in ipairs(buyers) do
    local order, key, earlier, n = asked[3 * i - 2], asked[3 * i], known[buyer] or had[i], #orders
    -- Before all refusals: a buyer with an order is answered that order. Ids stay texts; a number of Lua can't hold them.
    if earlier then
        local its, with = string.match(earlier, '^(%d+) ?(.*)$')
        answers[i] = ((its == order or key ~= '' and key == with) and '1:' or '2:') .. its
    elseif closed or held or free <= 0 or room <= 0 then
        answers[i] = closed or (held or free <= 0) and '3' or '9'
    else
        answers[i], free, room, known[buyer] = '1', free - 1, room - 1, key == '' and order or order .. ' ' .. key
        orders[n + 1], remembered[2 * n + 1], remembered[2 * n + 2] = order .. ':' .. buyer, buyer, known[buyer]
        queued[2 * n + 1], queued[2 * n + 2] = order, buyer
    end
end
if #orders == 0 then return table.concat(answers, ' ') end
redis.call('HINCRBY', KEYS[2], 'free', -#orders)
redis.call('HSET', KEYS[3], unpack(remembered))
redis.call('HSET', KEYS[4], unpack(queued))
for i = 1, sale[5] and #remembered or 0, 2 do redis.call('RPUSH', KEYS[6], remembered[i]) end
redis.call('XADD', KEYS[5], '*', 'voucher', ARGV[1], 'at', whole(at), 'orders', table.concat(orders, ' '))
return table.concat(answers, ' ')
