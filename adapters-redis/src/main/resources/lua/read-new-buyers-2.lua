-- Reads buyers admitted since a mark, and has admit-buyers note them from the first time on.
-- With shared/clock
-- KEYS[1] sale
-- KEYS[2] new buyers of the sale
-- ARGV[1] opening of the mark, ARGV[2] its position, ARGV[3] so many buyers at most
-- Result: opening, present position, buyers before it; or nothing when there is no such sale
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
redis.call('HSETNX', KEYS[1], 'noted', whole(micros()))
local opening, position, noted = redis.call('HGET', KEYS[1], 'noted'), tonumber(ARGV[2]), redis.call('LLEN', KEYS[2])
if opening ~= ARGV[1] or noted < position then return {opening, noted} end
local buyers = redis.call('LRANGE', KEYS[2], position, position + ARGV[3] - 1)
return {opening, position + #buyers, unpack(buyers)}
