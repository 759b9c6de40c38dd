-- Issues a login code, unless its budget is used up or had another a moment ago.
-- With shared/expiry
-- KEYS[1] code of the challenge
-- KEYS[2] challenge that the address asked for last
-- KEYS[3] pause
-- KEYS[4] budget
-- ARGV[1] digest
-- ARGV[2] challenge
-- ARGV[3] life of the code, milliseconds
-- ARGV[4] first pause, milliseconds
-- ARGV[5] longest pause, milliseconds
-- ARGV[6] codes in a budget
-- ARGV[7] time of a budget, milliseconds
-- Result: 0 issued, else the milliseconds to wait
local used = tonumber(redis.call('GET', KEYS[4]) or '0')
if used >= tonumber(ARGV[6]) then return math.max(1, left(KEYS[4], ARGV[7])) end
local pause = pauseOf(used + 1, ARGV[4], ARGV[5])
if not redis.call('SET', KEYS[3], ARGV[2], 'NX', 'PX', string.format('%.0f', pause)) then
    return math.max(1, left(KEYS[3], pauseOf(used, ARGV[4], ARGV[5])))
end
if redis.call('INCR', KEYS[4]) == 1 then redis.call('PEXPIRE', KEYS[4], ARGV[7]) end
redis.call('HSET', KEYS[1], 'digest', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return 0
