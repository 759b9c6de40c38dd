-- Sets the number of units of a key, and reserves them for the next waiters.
-- With shared/clock
-- With shared/leases
-- With shared/lock-waiters
-- KEYS[1] leases
-- KEYS[2] queue
-- KEYS[3] tokens
-- KEYS[4] seen
-- KEYS[5] units
-- ARGV[1] units of the key from now on
-- ARGV[2] key's own name, for the message to a waiter
-- Result: 1
redis.call('SET', KEYS[5], ARGV[1])
reserveNext(KEYS[1], KEYS[2], KEYS[3], KEYS[4], read(KEYS[1]), tonumber(ARGV[1]), ARGV[2])
return 1
