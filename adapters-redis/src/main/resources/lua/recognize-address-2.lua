-- Remembers an address that a phone logged in from, and gives it a new budget.
-- KEYS[1] addresses that the phone logged in from
-- KEYS[2] budget of this address
-- ARGV[1] the address
-- ARGV[2] now, epoch milliseconds
-- ARGV[3] milliseconds that an address is known for
-- ARGV[4] addresses that are known
-- Result: 1
redis.call('DEL', KEYS[2])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[4]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
