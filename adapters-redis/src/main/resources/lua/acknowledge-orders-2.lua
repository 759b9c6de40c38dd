-- Removes the oldest entries up to a given one, a slice at a time, and what tells that they are queued.
-- KEYS[1] stream of orders
-- KEYS[2] queued orders
-- ARGV[1] last entry to remove
-- ARGV[2] size of the slice
-- Result: the number of entries removed; less than the slice means that none is left
local entries = redis.call('XRANGE', KEYS[1], '-', ARGV[1], 'COUNT', ARGV[2])
for _, entry in ipairs(entries) do
    local fields = entry[2]
    for i = 1, #fields, 2 do
        if fields[i] == 'order' then redis.call('HDEL', KEYS[2], fields[i + 1]) end
    end
    redis.call('XDEL', KEYS[1], entry[1])
end
return #entries
