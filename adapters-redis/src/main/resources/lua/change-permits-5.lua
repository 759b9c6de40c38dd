-- Sets the number of units of a key, and calls those who may come in then.
-- With shared/clock
-- With shared/leases
-- With shared/queue
-- KEYS[1] holds
-- KEYS[2] line
-- KEYS[3] tokens
-- KEYS[4] seen
-- KEYS[5] units
-- ARGV[1] units of the key from now on
-- ARGV[2] key's own name, for the message to a waiter
-- Result: 1
redis.call('SET', KEYS[5], ARGV[1])
callNext(KEYS[1], KEYS[2], KEYS[3], KEYS[4], read(KEYS[1]), tonumber(ARGV[1]), ARGV[2])
return 1
