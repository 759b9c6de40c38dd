-- Counts the units of a key.
-- With shared/clock
-- With shared/leases
-- KEYS[1] leases
-- KEYS[2] units
-- ARGV[1] units of the key, unless they were changed
-- Result: {units, units that are held or reserved}
return {unitsOf(KEYS[2], ARGV[1]), read(KEYS[1]).used}
