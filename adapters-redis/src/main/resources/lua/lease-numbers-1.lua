-- Leases a run of numbers from the stride that was granted to this very server.
-- With shared/incarnation
-- KEYS[1] stride
-- ARGV[1] size of the run
-- ARGV[2] first number of a stride that was granted just now, or 0
-- ARGV[3] size of that stride
-- ARGV[4] how long the stride is kept, milliseconds
-- ARGV[5] largest number that the caller was ever leased
-- Result: first number of the run; or, when a stride has to be granted before, 0 less the number that it must be above
local run = instance()
local stride, size = redis.call('HMGET', KEYS[1], 'next', 'end', 'run'), tonumber(ARGV[1])
local known, above = tonumber(stride[2] or 1) - 1, tonumber(ARGV[5])
local first = math.max(tonumber(stride[1] or 1), above + 1)
if stride[3] ~= run or first + size - 1 > known then
    first = tonumber(ARGV[2])
    if first <= known or first <= above then return -math.max(known, above) end
    redis.call('HSET', KEYS[1], 'end', first + tonumber(ARGV[3]), 'run', run)
    redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
redis.call('HSET', KEYS[1], 'next', first + size)
return first
