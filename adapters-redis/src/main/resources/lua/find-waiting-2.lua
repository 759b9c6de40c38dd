-- Tells which of some orders wait for the database.
-- KEYS[1] stream of orders
-- KEYS[2] queued orders
-- ARGV[1..] orders
-- Result: those that wait
-- Without entries nothing waits, whatever is noted.
if redis.call('XLEN', KEYS[1]) == 0 then return {} end
local asked, waiting = {unpack(ARGV, 1)}, {}
local found = redis.call('HMGET', KEYS[2], unpack(asked))
for i, order in ipairs(asked) do
    if found[i] then waiting[#waiting + 1] = order end
end
return waiting
