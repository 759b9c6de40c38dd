-- Puts the index in use that was built.
-- With shared/shop-index
-- KEYS[1] state of the index
-- ARGV[1] attempt
-- ARGV[2] id up to which all shops are placed
-- Result: 1 it is in use, 0 it is not this attempt that is under way, or what it built may be lost
if redis.call('HGET', KEYS[1], 'attempt') ~= instance() .. ' ' .. ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'attempt')
redis.call('HSET', KEYS[1], 'server', instance(), 'upTo', ARGV[2])
return 1
