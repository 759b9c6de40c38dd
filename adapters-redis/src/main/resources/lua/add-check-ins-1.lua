-- Adds days to the bitmap of a user's month.
-- KEYS[1] month: bit 1 is its first day
-- ARGV[1] its ttl, milliseconds
-- ARGV[2...] days of the month
-- Result: OK
for i = 2, #ARGV do redis.call('SETBIT', KEYS[1], ARGV[i], 1) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.status_reply('OK')
