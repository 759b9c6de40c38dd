-- Forgets a sale while no buyer is admitted.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] adjustments of the sale
-- KEYS[5] new buyers of the sale
-- ARGV[1] number of the epoch
-- Result: 1 forgotten, 0 it is not this epoch that is being prepared
if not isRebuilding(KEYS[1], ARGV[1]) then return 0 end
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4], KEYS[5])
return 1
