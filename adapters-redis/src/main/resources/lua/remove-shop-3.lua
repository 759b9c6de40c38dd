-- Takes a shop out of one side of the index, if it is under the type that is expected.
-- With shared/sides
-- KEYS[1] state of the index
-- KEYS[2] types of the shops on this side
-- KEYS[3] places of shops of that type
-- ARGV[1] side
-- ARGV[2] shop
-- ARGV[3] type
-- Result: the other type that it is under; nil when it is not there any more
if not isWritten(KEYS[1], ARGV[1], '') then return false end
local has = redis.call('HGET', KEYS[2], ARGV[2])
if has ~= ARGV[3] then return has end
redis.call('ZREM', KEYS[3], ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[2])
return false
