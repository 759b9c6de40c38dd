-- Takes a shop out of the index, if it is under the type that is expected.
-- KEYS[1] types of the shops
-- KEYS[2] places of shops of that type
-- ARGV[1] shop
-- ARGV[2] type
-- Result: the other type that it is under; nil when it is not there any more
local has = redis.call('HGET', KEYS[1], ARGV[1])
if has ~= ARGV[2] then return has end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
return false
