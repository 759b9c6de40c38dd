-- Ends a session and leaves a mark in its place.
-- KEYS[1] session
-- ARGV[1] milliseconds that the mark stays
-- Result: 1
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'ended', '1')
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
