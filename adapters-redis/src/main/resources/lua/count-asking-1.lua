-- Counts that an address asked, within a window that begins with its first asking.
-- KEYS[1] askings of the address
-- ARGV[1] as many as are heard in a window
-- ARGV[2] length of a window, milliseconds
-- Result: 0 heard, else the milliseconds until the window is over
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if count <= tonumber(ARGV[1]) then return 0 end
return math.max(1, redis.call('PTTL', KEYS[1]))
