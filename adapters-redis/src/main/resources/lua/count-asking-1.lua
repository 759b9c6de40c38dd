-- Counts that an address asked, within a window that begins with its first request; a refusal writes nothing.
-- With shared/expiry
-- KEYS[1] requests of the address
-- ARGV[1] as many as are answered in a window
-- ARGV[2] length of a window, milliseconds
-- Result: 0 counted, else the milliseconds until the window is over
if tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1]) then
    return math.max(1, left(KEYS[1], ARGV[2]))
end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
