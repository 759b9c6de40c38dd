-- Closes a shard that is open for an epoch: what it holds can't be relied on, and only begin-epoch goes on from there.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- ARGV[1] number of the epoch
-- Result: 1 closed, 0 it was not open for this epoch
if not isOpen(KEYS[1], ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. instance() .. ' closed')
return 1
