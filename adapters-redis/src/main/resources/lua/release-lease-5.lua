-- Gives up a holder's lease, or its place in the queue, and reserves the key for the next waiter.
-- With shared/clock
-- With shared/leases
-- With shared/lock-waiters
-- KEYS[1] leases
-- KEYS[2] queue
-- KEYS[3] tokens
-- KEYS[4] seen
-- KEYS[5] units
-- ARGV[1] key's own name, for the message to a waiter
-- ARGV[2] holder
-- ARGV[3] units that the holder takes
-- ARGV[4] units of the key, unless they were changed
-- ARGV[5] channel on which the holder is woken
-- Result: 1 released, 0 not held
local units = unitsOf(KEYS[5], ARGV[4])
-- A holder of all units is the only one, and the key expires with the lease: often nothing else is to be looked at.
if tonumber(ARGV[3]) == units and redis.call('EXISTS', KEYS[2]) == 0 then return redis.call('HDEL', KEYS[1], ARGV[2]) end
local others, mine = read(KEYS[1], ARGV[2])
if mine then
  redis.call('HDEL', KEYS[1], ARGV[2])
else
  redis.call('ZREM', KEYS[2], place(ARGV[3], ARGV[5], ARGV[2]))
end
reserveNext(KEYS[1], KEYS[2], KEYS[3], KEYS[4], others, units, ARGV[1])
return mine and 1 or 0
