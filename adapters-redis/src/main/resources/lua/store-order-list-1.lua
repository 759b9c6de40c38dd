-- Stores a buyer's order list, if the load still counts.
-- KEYS[1] list: its state, and its cards
-- ARGV[1] name of the load
-- ARGV[2] its ttl, milliseconds
-- ARGV[3] state, a for all orders, or n for the newest when the database has older ones; and the cards, newest first
-- Result: 1 stored, 0 the load does not count any more
if redis.call('GET', KEYS[1]) ~= 'l' .. ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2])
return 1
