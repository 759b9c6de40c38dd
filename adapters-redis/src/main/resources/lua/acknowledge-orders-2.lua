-- Removes the oldest entries up to an order of a given one, a slice at a time, and what tells that their orders are queued.
-- KEYS[1] stream of orders
-- KEYS[2] queued orders
-- ARGV[1] last entry
-- ARGV[2] so many of its orders, the first ones; the entry stays as long as it has more
-- ARGV[3] size of the slice
-- Result: the number of entries seen; less than the slice means that none is left
local entries = redis.call('XRANGE', KEYS[1], '-', ARGV[1], 'COUNT', ARGV[3])
local before
for _, entry in ipairs(entries) do
    local most, orders, whole = entry[1] == ARGV[1] and tonumber(ARGV[2]) or 1e9, {}, true
    -- What others wrote has no orders that are queued, and counts as one.
    for order in string.gmatch(entry[2][6] or '', '(%d+):%d+') do
        if #orders == most then whole = false break end
        orders[#orders + 1] = order
    end
    if #orders > 0 then redis.call('HDEL', KEYS[2], unpack(orders)) end
    if not whole then break end
    before = entry[1]
end
if before then
    redis.call('XTRIM', KEYS[1], 'MINID', '=', before)
    redis.call('XDEL', KEYS[1], before)
end
return #entries
