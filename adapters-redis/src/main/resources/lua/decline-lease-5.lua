-- Gives up what is reserved for a holder that has gone, and calls who comes next; a lease that was granted stays.
-- With shared/clock
-- With shared/leases
-- With shared/queue
-- KEYS[1] holds
-- KEYS[2] line
-- KEYS[3] tokens
-- KEYS[4] seen
-- KEYS[5] units
-- ARGV[1] holder
-- ARGV[2] units of the key
-- ARGV[3] key's own name, told to those who are called
-- Result: 1 declined, 0 nothing is reserved
local others, mine = read(KEYS[1], ARGV[1])
if not mine or tonumber(mine.depth) > 0 then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
callNext(KEYS[1], KEYS[2], KEYS[3], KEYS[4], others, unitsOf(KEYS[5], ARGV[2]), ARGV[3])
return 1
