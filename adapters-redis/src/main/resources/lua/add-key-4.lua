-- Adds a key to the filter in use and to the one being built.
-- With shared/bloom
-- KEYS[1] bits in use
-- KEYS[2] what describes them
-- KEYS[3] bits being built
-- KEYS[4] what describes them
-- ARGV[1] first hash of the key
-- ARGV[2] second hash
-- Result: nothing
local hashes = {ARGV[1], ARGV[2]}
addTo(describe(KEYS[2]), KEYS[1], KEYS[2], hashes)
addTo(describe(KEYS[4]), KEYS[3], KEYS[4], hashes)
