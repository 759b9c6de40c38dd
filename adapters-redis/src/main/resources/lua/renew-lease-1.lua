-- Lengthens the lease of a holder that still has it; never makes it shorter.
-- With shared/clock
-- With shared/leases
-- KEYS[1] leases
-- ARGV[1] holder
-- ARGV[2] lease, milliseconds
-- ARGV[3] re-entrance count
-- Result: 1 renewed, 0 not held
local others, mine = read(KEYS[1], ARGV[1])
if not mine then return 0 end
mine.count = ARGV[3]
grant(KEYS[1], others, ARGV[1], mine, math.max(mine.ends - now(), tonumber(ARGV[2])))
return 1
