-- Gives a sale that is there the state and window that the books say.
-- KEYS[1] sale
-- ARGV[1] state
-- ARGV[2] begin, epoch milliseconds
-- ARGV[3] end, epoch milliseconds
-- Result: 1 done, 0 no such sale
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3])
return 1
