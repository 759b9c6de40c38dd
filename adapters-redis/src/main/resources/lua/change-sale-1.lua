-- Gives a sale that is there the state and window that the database says, unless it has those of a later version.
-- KEYS[1] sale
-- ARGV[1] state
-- ARGV[2] begin, epoch milliseconds
-- ARGV[3] end, epoch milliseconds
-- ARGV[4] version
-- Result: 1 the sale is there, 0 no such sale
-- Most calls change nothing, and write nothing.
local sale = redis.call('HMGET', KEYS[1], 'state', 'begin', 'end', 'version')
if not sale[1] then return 0 end
local isKnown = true
for i = 1, 4 do isKnown = isKnown and sale[i] == ARGV[i] end
if isKnown or tonumber(ARGV[4]) < tonumber(sale[4] or '0') then return 1 end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3], 'version', ARGV[4])
return 1
