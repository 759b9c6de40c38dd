-- Makes a sale anew with the buyers loaded for it, while nobody is let in.
-- With shared/fence
-- With shared/sale
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] adjustments of the sale
-- KEYS[5] claims loaded by this attempt
-- ARGV[1] number of the epoch
-- ARGV[2] state
-- ARGV[3] begin, epoch milliseconds
-- ARGV[4] end, epoch milliseconds
-- ARGV[5] version
-- ARGV[6] free units
-- ARGV[7] number of claims loaded
-- ARGV[8..] adjustments that the free units contain
-- Result: 1 made, 0 it is not this epoch that is being prepared, -1 loaded claims were lost
if not isRebuilding(KEYS[1], ARGV[1]) then return 0 end
local terms = {ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]}
return make(KEYS[2], KEYS[3], KEYS[4], KEYS[5], ARGV[7], terms, {unpack(ARGV, 8)}) and 1 or -1
