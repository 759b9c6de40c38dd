-- Puts the index in use that was built.
-- With shared/shop-index
-- KEYS[1] state of the index
-- KEYS[2] types of the shops: the field of no shop is lost with them, so that an index which lost all is not taken for an empty one
-- ARGV[1] attempt
-- ARGV[2] id up to which all shops are placed
-- Result: 1 it is in use, 0 it is not this attempt that is under way, or what it built may be lost
if not isUnderWay(KEYS[1], ARGV[1]) then return 0 end
redis.call('HDEL', KEYS[1], 'attempt')
redis.call('HSET', KEYS[1], 'server', instance(), 'built', ARGV[1], 'upTo', ARGV[2])
redis.call('HSET', KEYS[2], 0, 0)
return 1
