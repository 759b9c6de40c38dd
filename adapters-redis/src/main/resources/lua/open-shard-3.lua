-- Lets in the buyers who expect an epoch that was prepared, and makes sure that new entries come after what the database holds.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] stream of orders
-- KEYS[3] queued orders
-- ARGV[1] number of the epoch
-- ARGV[2] last entry that the database holds
-- Result: 1 they are let in, 0 it is not this epoch that was prepared
if not isOpen(KEYS[1], ARGV[1]) then
    if not isRebuilding(KEYS[1], ARGV[1]) then return 0 end
    -- Without entries nothing is queued; what says so is older.
    if redis.call('XLEN', KEYS[2]) == 0 then redis.call('DEL', KEYS[3]) end
    redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. instance() .. ' open')
end
-- Fails, as it should, when the stream is further on already.
local raised = redis.pcall('XADD', KEYS[2], ARGV[2], 'raise', '1')
if type(raised) == 'string' then redis.call('XDEL', KEYS[2], raised) end
return 1
