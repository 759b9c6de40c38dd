-- Puts a filter that was built in the place of the one in use.
-- With shared/bloom
-- KEYS[1] bits in use
-- KEYS[2] what describes them
-- KEYS[3] bits being built
-- KEYS[4] what describes them
-- ARGV[1] build
-- Result: 1 it is in use, now or before; 0 neither is of this build or it may have lost keys
local used, built = describe(KEYS[2]), describe(KEYS[4])
if isOf(ARGV[1], used) then return isWhole(used, KEYS[1]) and 1 or 0 end
if not isOf(ARGV[1], built) or not isWhole(built, KEYS[3]) then return 0 end
redis.call('PERSIST', KEYS[3])
redis.call('PERSIST', KEYS[4])
redis.call('UNLINK', KEYS[1], KEYS[2])
redis.call('RENAME', KEYS[3], KEYS[1])
redis.call('RENAME', KEYS[4], KEYS[2])
return 1
