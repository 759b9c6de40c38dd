-- Reads buyers admitted since a mark, and has admit-buyers note them from the first time on.
-- With shared/clock
-- KEYS[1] sale
-- KEYS[2] new buyers of the sale
-- KEYS[3] epoch of the shard: a queue that lost its last admissions goes on in another one
-- ARGV[1] opening of the mark, ARGV[2] its position, ARGV[3] the most buyers to answer
-- Result: opening, present position, buyers before it; or nothing when there is no such sale
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
redis.call('HSETNX', KEYS[1], 'noted', whole(micros()))
local epoch = string.match(redis.call('GET', KEYS[3]) or '', '^%d+') or 0
local opening = whole(redis.call('HGET', KEYS[1], 'noted') + epoch)
local position, noted = tonumber(ARGV[2]), redis.call('LLEN', KEYS[2])
if opening ~= ARGV[1] or noted < position then return {opening, noted} end
local buyers = redis.call('LRANGE', KEYS[2], position, position + ARGV[3] - 1)
return {opening, position + #buyers, unpack(buyers)}
