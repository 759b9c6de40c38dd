-- Copies an entry of the stream to the dead letters, once.
-- KEYS[1] stream of orders
-- KEYS[2] stream of dead letters
-- KEYS[3] ids of the entries in the dead letters
-- ARGV[1] entry
-- ARGV[2] reason
-- Result: 1 copied, 0 copied before or not there
local entry = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
if not entry or redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 1 then return 0 end
-- Whoever wrote a foreign entry may have put any number of fields into it; the first tell enough.
local fields = entry[2]
redis.call('XADD', KEYS[2], '*', 'entry', ARGV[1], 'reason', ARGV[2], unpack(fields, 1, math.min(#fields, 64)))
redis.call('SADD', KEYS[3], ARGV[1])
return 1
