-- Leases a run of numbers from the stride that was granted to this very server.
-- With shared/instance
-- KEYS[1] stride
-- ARGV[1] size of the run
-- ARGV[2] first number of a stride that was granted just now, or 0
-- ARGV[3] size of that stride
-- ARGV[4] how long the stride is kept, milliseconds
-- Result: first number of the run, or 0 when a stride has to be granted before
local run = instance()
local stride, size = redis.call('HMGET', KEYS[1], 'next', 'end', 'run'), tonumber(ARGV[1])
local first = tonumber(stride[1])
if stride[3] ~= run or first + size > tonumber(stride[2]) then
    first = tonumber(ARGV[2])
    if first == 0 then return 0 end
    redis.call('HSET', KEYS[1], 'end', first + tonumber(ARGV[3]), 'run', run)
    redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
redis.call('HSET', KEYS[1], 'next', first + size)
return first
