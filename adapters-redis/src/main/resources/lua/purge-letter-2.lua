-- Takes a dead letter away for good.
-- KEYS[1] stream of dead letters
-- KEYS[2] ids of the entries in the dead letters
-- ARGV[1] letter
-- Result: 1 taken away, 0 no such letter
local letter = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
if not letter then return 0 end
redis.call('XDEL', KEYS[1], ARGV[1])
redis.call('SREM', KEYS[2], letter[2][2])
return 1
