-- Gives a sale that is there the state and window that the database says, unless it has those of a later version.
-- KEYS[1] sale
-- ARGV[1] state
-- ARGV[2] begin, epoch milliseconds
-- ARGV[3] end, epoch milliseconds
-- ARGV[4] version
-- Result: 1 the sale is there, 0 no such sale
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if tonumber(ARGV[4]) >= tonumber(redis.call('HGET', KEYS[1], 'version') or '0') then
    redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3], 'version', ARGV[4])
end
return 1
