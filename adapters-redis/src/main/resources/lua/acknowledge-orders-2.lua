-- Removes the oldest entries up to an order of a given one, a slice at a time, and what tells that their orders are queued.
-- KEYS[1] stream of orders
-- KEYS[2] queued orders
-- ARGV[1] last entry
-- ARGV[2] how many of its orders, the first ones; the entry stays as long as it has more. 1024 or more: all of it
-- ARGV[3] size of the slice
-- Result: the number of entries seen; less than the slice means that none is left
local entries = redis.call('XRANGE', KEYS[1], '-', ARGV[1], 'COUNT', ARGV[3])
local before
for _, entry in ipairs(entries) do
    local most, seen, orders = entry[1] == ARGV[1] and tonumber(ARGV[2]) or 1024, 0, {}
    -- Parted as the reader parts it; what others wrote has no orders that are queued.
    for order in string.gmatch((entry[2][6] or '') .. ' ', '([^ ]*) ') do
        seen = seen + 1
        if seen <= most or most >= 1024 then orders[#orders + 1] = string.match(order, '^%d+') end
    end
    for i = 1, #orders, 1000 do redis.call('HDEL', KEYS[2], unpack(orders, i, math.min(i + 999, #orders))) end
    if seen > most and most < 1024 then break end
    before = entry[1]
end
if before then
    redis.call('XTRIM', KEYS[1], 'MINID', '=', before)
    redis.call('XDEL', KEYS[1], before)
end
return #entries
