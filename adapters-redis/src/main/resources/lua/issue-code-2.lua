-- Puts out a login code in place of an older one, unless the phone got one a moment ago.
-- KEYS[1] code
-- KEYS[2] pause of the phone
-- ARGV[1] digest
-- ARGV[2] life of the code, milliseconds
-- ARGV[3] pause between codes, milliseconds
-- Result: 0 issued, else the milliseconds until the pause is over
if not redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[3]) then
    return math.max(1, redis.call('PTTL', KEYS[2]))
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'digest', ARGV[1], 'tries', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0
