-- Gives up a holder's lease, or its place in line, and calls who comes next.
-- With shared/clock
-- With shared/leases
-- KEYS[1] holds
-- KEYS[2] line
-- KEYS[3] tokens
-- ARGV[1] key's own name, told to those who are called
-- ARGV[2] holder
-- ARGV[3] units that the holder takes
-- ARGV[4] units of the key
-- ARGV[5] channel that the holder hears
-- Result: 1 released, 0 not held
-- Who has all units is the only holder, and the key expires with the lease: often nothing else is to be looked at.
if ARGV[3] == ARGV[4] and redis.call('EXISTS', KEYS[2]) == 0 then return redis.call('HDEL', KEYS[1], ARGV[2]) end
local others, mine = read(KEYS[1], ARGV[2])
if mine then
  redis.call('HDEL', KEYS[1], ARGV[2])
else
  redis.call('ZREM', KEYS[2], place(ARGV[3], ARGV[5], ARGV[2]))
end
callNext(KEYS[1], KEYS[2], KEYS[3], others, tonumber(ARGV[4]), ARGV[1])
return mine and 1 or 0
