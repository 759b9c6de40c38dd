-- Reads how many like a note, and whether a user does.
-- KEYS[1] sorted set of the note's likes
-- ARGV[1] user, or an empty text
-- Result: {state: 0 not loaded, 1 loaded, 2 too large; likes of users; likes of before; 1 if the user likes it}
if redis.call('ZSCORE', KEYS[1], 'many') then return {2, 0, 0, 0} end
if not redis.call('ZSCORE', KEYS[1], 'loaded') then return {0, 0, 0, 0} end
local users = redis.call('ZCOUNT', KEYS[1], '(0', '+inf')
local before = -tonumber(redis.call('ZSCORE', KEYS[1], 'before') or 0)
return {1, users, before, redis.call('ZSCORE', KEYS[1], ARGV[1]) and 1 or 0}
