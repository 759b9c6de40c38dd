-- Gives a session that is there another role.
-- KEYS[1] session
-- ARGV[1] role
-- Result: 1 changed, 0 ended or not there
if not redis.call('HGET', KEYS[1], 'user') then return 0 end
redis.call('HSET', KEYS[1], 'role', ARGV[1])
return 1
