-- Gives up a lock, if it is still held by this holder.
-- KEYS[1] lock
-- ARGV[1] token of the holder
-- Result: 1 released, 0 held by another or by nobody
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
