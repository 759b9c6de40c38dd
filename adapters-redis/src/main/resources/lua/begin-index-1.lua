-- Begins to build the index, in place of the one that is there and of other attempts.
-- With shared/shop-index
-- KEYS[1] state of the index
-- ARGV[1] attempt
-- Result: nil
redis.call('HDEL', KEYS[1], 'server')
redis.call('HSET', KEYS[1], 'attempt', instance() .. ' ' .. ARGV[1])
return false
