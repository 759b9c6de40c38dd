-- Answers whether a filter may contain a key.
-- With shared/bloom
-- KEYS[1] bits in use
-- KEYS[2] what describes them
-- ARGV[1] first hash of the key
-- ARGV[2] second hash
-- Result: 0 when the key was surely never added, else 1
local filter = describe(KEYS[2])
if not filter or contains(filter, KEYS[1], ARGV[1], ARGV[2]) then return 1 end
return isWhole(filter, KEYS[1]) and 0 or 1
