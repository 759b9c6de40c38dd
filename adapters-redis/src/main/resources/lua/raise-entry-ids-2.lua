-- Has new entries come after what the database holds, while no buyer is admitted.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] stream of orders
-- ARGV[1] number of the epoch
-- ARGV[2] last entry that the database holds
-- Result: 1 raised or further on already, 0 it is not this epoch that is being prepared
if not isRebuilding(KEYS[1], ARGV[1]) then return 0 end
local raised = redis.pcall('XADD', KEYS[2], ARGV[2], 'raise', '1')
if type(raised) == 'string' then redis.call('XDEL', KEYS[2], raised) end
return 1
