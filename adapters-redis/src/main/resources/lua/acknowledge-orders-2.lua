-- Removes the oldest entries up to a given one, a slice at a time, and what tells that they are queued.
-- KEYS[1] stream of orders
-- KEYS[2] queued orders
-- ARGV[1] last entry to remove
-- ARGV[2] size of the slice
-- Result: the number of entries removed; less than the slice means that none is left
local entries = redis.call('XRANGE', KEYS[1], '-', ARGV[1], 'COUNT', ARGV[2])
if #entries == 0 then return 0 end
local orders, last = {}, entries[#entries][1]
for i, entry in ipairs(entries) do
    -- An admission writes the order first; what others wrote is not among the queued.
    orders[i] = entry[2][2]
end
redis.call('HDEL', KEYS[2], unpack(orders))
redis.call('XTRIM', KEYS[1], 'MINID', '=', last)
redis.call('XDEL', KEYS[1], last)
return #entries
