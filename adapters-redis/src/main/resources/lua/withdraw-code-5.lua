-- Takes a login code, the pause after it and its part of the budget back, unless another was issued since.
-- KEYS[1] code of the challenge
-- KEYS[2] pause of unknown addresses
-- KEYS[3] budget of unknown addresses
-- KEYS[4] pause of this address
-- KEYS[5] budget of this address
-- ARGV[1] challenge
-- Result: the number of pauses removed
redis.call('DEL', KEYS[1])
local function giveBack(pause, budget)
    if redis.call('GET', pause) ~= ARGV[1] then return 0 end
    if redis.call('EXISTS', budget) == 1 then redis.call('DECR', budget) end
    return redis.call('DEL', pause)
end
return giveBack(KEYS[2], KEYS[3]) + giveBack(KEYS[4], KEYS[5])
