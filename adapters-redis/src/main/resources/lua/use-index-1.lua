-- Puts the side that was built in front.
-- With shared/sides
-- KEYS[1] state of the index
-- ARGV[1] attempt
-- ARGV[2] id up to which all shops are placed
-- Result: 1 it is in front, 0 it is not this attempt that is under way, or what it built may be lost
local side, attempt = back(KEYS[1])
if attempt ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'front', side .. ' ' .. instance(), 'upTo', ARGV[2])
redis.call('HDEL', KEYS[1], 'back')
return 1
