-- Counts a try of a password, unless there were too many of its budget a moment ago; a refusal writes nothing.
-- With shared/expiry
-- KEYS[1] addresses that the phone logged in from
-- KEYS[2] pause of all other addresses, KEYS[3] their tries
-- KEYS[4] pause of this address, KEYS[5] its tries
-- ARGV[1] the address
-- ARGV[2] epoch milliseconds before which a login is too old
-- ARGV[3] tries without a pause
-- ARGV[4] first pause, ARGV[5] longest pause, ARGV[6] time after which tries are forgotten, milliseconds
-- Result: 0 counted, else the milliseconds to wait
local login = redis.call('ZSCORE', KEYS[1], ARGV[1])
local pause, tries = KEYS[2], KEYS[3]
if login and tonumber(login) > tonumber(ARGV[2]) then pause, tries = KEYS[4], KEYS[5] end
local wait = left(pause, pauseOf((redis.call('GET', tries) or 0) - ARGV[3] + 1, ARGV[4], ARGV[5]))
if wait >= 0 then return math.max(1, wait) end
local count = redis.call('INCR', tries)
redis.call('PEXPIRE', tries, ARGV[6])
if count >= tonumber(ARGV[3]) then
  local length = pauseOf(count - ARGV[3] + 1, ARGV[4], ARGV[5])
  redis.call('SET', pause, 1, 'PX', string.format('%.0f', length))
end
return 0
