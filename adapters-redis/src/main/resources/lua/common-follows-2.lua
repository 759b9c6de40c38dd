-- Those whom two users both follow, if both sets are there in the versions that are asked for. It only reads.
-- KEYS[1] set of one user, KEYS[2] set of the other: ids, and a member that names the version
-- ARGV[1] member that names the version of the one, ARGV[2] of the other
-- Result: 0 or 1 for each set, whether it is there; then what is in both, if both are
local one = redis.call('SISMEMBER', KEYS[1], ARGV[1])
local other = redis.call('SISMEMBER', KEYS[2], ARGV[2])
if one == 0 or other == 0 then return {one, other} end
local common = redis.call('SINTER', KEYS[1], KEYS[2])
table.insert(common, 1, one)
table.insert(common, 2, other)
return common
