-- Describes the filter in use.
-- With shared/bloom
-- KEYS[1] bits in use
-- KEYS[2] what describes them
-- Result: build, expected, rate, keys, highest; nothing when there is no filter or it may have lost keys
local filter = describe(KEYS[2])
if not filter or not isWhole(filter, KEYS[1]) then return false end
return redis.call('HMGET', KEYS[2], 'build', 'expected', 'rate', 'keys', 'highest')
