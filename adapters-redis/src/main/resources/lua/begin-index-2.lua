-- Begins to build the index on a side that is idle and empty.
-- With shared/sides
-- KEYS[1] state of the index
-- KEYS[2] types in use on this side
-- ARGV[1] side
-- ARGV[2] attempt
-- Result: 1 begun, 0 the side is not idle, or not empty
if not isIdle(KEYS[1], ARGV[1]) or redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'back', ARGV[1] .. ' ' .. instance() .. ' ' .. ARGV[2])
return 1
