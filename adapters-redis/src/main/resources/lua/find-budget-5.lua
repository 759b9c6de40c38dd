-- Finds the budget that a request for a login code counts against, and whether it has room.
-- With shared/expiry
-- KEYS[1] addresses that the phone logged in from
-- KEYS[2] pause of all other addresses
-- KEYS[3] budget of all other addresses
-- KEYS[4] pause of this address
-- KEYS[5] budget of this address
-- ARGV[1] the address
-- ARGV[2] codes in a budget
-- ARGV[3] epoch milliseconds before which a login is too old
-- ARGV[4] first pause, ARGV[5] longest pause, ARGV[6] time of a budget, milliseconds
-- Result: 1 when the address has a budget of its own, else 0; the milliseconds to wait
local login = redis.call('ZSCORE', KEYS[1], ARGV[1])
local own = login and tonumber(login) > tonumber(ARGV[3])
local pause, budget = KEYS[2], KEYS[3]
if own then pause, budget = KEYS[4], KEYS[5] end
local used = tonumber(redis.call('GET', budget) or '0')
if used >= tonumber(ARGV[2]) then return {own and 1 or 0, math.max(1, left(budget, ARGV[6]))} end
return {own and 1 or 0, math.max(0, left(pause, pauseOf(used, ARGV[4], ARGV[5])))}
