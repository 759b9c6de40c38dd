-- Sets how many turns a second a waiting room gives.
-- KEYS[1] room
-- ARGV[1] turns a second
-- Result: 1 set, 0 no room
return redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HSET', KEYS[1], 'rate', ARGV[1]) + 1 or 0
