-- Begins to load a buyer's order list, unless it is loaded.
-- KEYS[1] list: its state, and its cards
-- ARGV[1] name of the load
-- ARGV[2] milliseconds until a load that stops here is forgotten
-- Result: 1 begun, 0 the list is loaded
local state = redis.call('GETRANGE', KEYS[1], 0, 0)
if state == 'a' or state == 'n' then return 0 end
redis.call('SET', KEYS[1], 'l' .. ARGV[1], 'PX', ARGV[2])
return 1
