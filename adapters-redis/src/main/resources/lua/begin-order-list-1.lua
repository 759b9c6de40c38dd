-- Begins to load a buyer's order list, unless it is loaded.
-- KEYS[1] cards of the list: hash, with its state
-- ARGV[1] name of the load
-- ARGV[2] milliseconds until a load that stops here is forgotten
-- Result: 1 begun, 0 the list is loaded
local state = redis.call('HGET', KEYS[1], 'state')
if state == 'all' or state == 'newest' then return 0 end
redis.call('HSET', KEYS[1], 'state', 'loading ' .. ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
