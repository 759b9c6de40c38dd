-- Deletes a key of a side of the index that is idle.
-- With shared/sides
-- KEYS[1] state of the index
-- KEYS[2] key
-- ARGV[1] side
-- Result: 1 the key is gone, 0 the side is not idle
if not isIdle(KEYS[1], ARGV[1]) then return 0 end
redis.call('UNLINK', KEYS[2])
return 1
