-- Makes one change to whom a user follows, if the set is there in the version before it. A load under way does not count any more.
-- The set is never empty meanwhile, or it would lose its expiry.
-- KEYS[1] set: ids, and a member that names the version
-- KEYS[2] load ticket on it
-- ARGV[1] member that names the version before, ARGV[2] the one after
-- ARGV[3] id, ARGV[4] SADD or SREM
-- Result: 1 changed, 0 the set is not there in that version
redis.call('DEL', KEYS[2])
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('SADD', KEYS[1], ARGV[2])
redis.call('SREM', KEYS[1], ARGV[1])
redis.call(ARGV[4], KEYS[1], ARGV[3])
return 1
