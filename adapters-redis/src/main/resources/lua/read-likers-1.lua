-- Reads who likes a note, in the order of time.
-- KEYS[1] sorted set of the note's likes
-- ARGV[1] how many at most
-- Result: {1 if the set is loaded, users}
if not redis.call('ZSCORE', KEYS[1], 'count') then return {0} end
local users = redis.call('ZRANGEBYSCORE', KEYS[1], '(0', '+inf', 'LIMIT', 0, ARGV[1])
table.insert(users, 1, 1)
return users
