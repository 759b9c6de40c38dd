-- Keeps a session until its idle time is over, at most until its absolute end; never one that was ended.
-- One that only slides keeps its role.
-- KEYS[1] session
-- ARGV[1] user
-- ARGV[2] role
-- ARGV[3] absolute end, epoch milliseconds
-- ARGV[4] last seen, epoch milliseconds
-- ARGV[5] idle time, milliseconds
-- ARGV[6] "present" to keep only a session that is there, "any" to make it
-- Result: 1 kept, 0 ended or not there
local known = redis.call('HMGET', KEYS[1], 'ended', 'user', 'lastSeen')
if known[1] or (ARGV[6] == 'present' and not known[2]) then return 0 end
local seen = ARGV[4]
if known[3] and tonumber(known[3]) > tonumber(seen) then seen = known[3] end
redis.call('HSET', KEYS[1], 'lastSeen', seen)
if ARGV[6] ~= 'present' then redis.call('HSET', KEYS[1], 'user', ARGV[1], 'role', ARGV[2], 'endsAt', ARGV[3]) end
local expiry = math.min(tonumber(seen) + tonumber(ARGV[5]), tonumber(ARGV[3]))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', expiry))
return 1
