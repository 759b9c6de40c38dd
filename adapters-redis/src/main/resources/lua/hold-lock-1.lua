-- Takes a lock, or lengthens the lease of its holder.
-- KEYS[1] lock
-- ARGV[1] token of the holder
-- ARGV[2] lease, milliseconds
-- Result: 1 held by this holder, 0 held by another
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
