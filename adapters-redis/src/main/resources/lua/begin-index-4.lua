-- Begins to build the index, and empties the one that is there, of one type after another.
-- With shared/shop-index
-- KEYS[1] state of the index
-- KEYS[2] types of the shops
-- KEYS[3] types in use
-- KEYS[4] places of shops of the type
-- ARGV[1] attempt
-- ARGV[2] attempt that built the index which is to be replaced; empty when none was in use
-- ARGV[3] type
-- Result: a type that is left; empty when none is; nil when another index is in use
if not isUnderWay(KEYS[1], ARGV[1]) then
  if (isBuilt(KEYS[1]) and redis.call('HGET', KEYS[1], 'built') or '') ~= ARGV[2] then return false end
  redis.call('HDEL', KEYS[1], 'server')
  redis.call('HSET', KEYS[1], 'attempt', instance() .. ' ' .. ARGV[1])
end
redis.call('UNLINK', KEYS[2], KEYS[4])
redis.call('SREM', KEYS[3], ARGV[3])
return redis.call('SRANDMEMBER', KEYS[3]) or ''
