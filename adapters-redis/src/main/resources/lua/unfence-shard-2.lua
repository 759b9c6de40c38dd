-- Lets buyers of a shard in, and makes sure that new entries come after what the books hold.
-- KEYS[1] epoch of the shard
-- KEYS[2] stream of orders
-- ARGV[1] last entry that the books hold
-- Result: 1
-- Fails, as it should, when the stream is further on already.
local raised = redis.pcall('XADD', KEYS[2], ARGV[1], 'raise', '1')
if type(raised) == 'string' then redis.call('XDEL', KEYS[2], raised) end
redis.call('SET', KEYS[1], '1', 'NX')
return 1
