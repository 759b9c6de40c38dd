-- Makes a sale visible with the buyers loaded for it, unless it is there already.
-- KEYS[1] sale
-- KEYS[2] buyers of the sale
-- KEYS[3] claims loaded by this attempt
-- ARGV[1] state
-- ARGV[2] begin, epoch milliseconds
-- ARGV[3] end, epoch milliseconds
-- ARGV[4] free units
-- ARGV[5] number of claims loaded
-- Result: 1 opened, 0 was there already, -1 loaded claims were lost
if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('UNLINK', KEYS[3])
    return 0
end
if redis.call('HLEN', KEYS[3]) ~= tonumber(ARGV[5]) then return -1 end
-- Buyers without a sale are what is left of data that were lost in part.
redis.call('UNLINK', KEYS[2])
if tonumber(ARGV[5]) > 0 then
    redis.call('RENAME', KEYS[3], KEYS[2])
    redis.call('PERSIST', KEYS[2])
end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3], 'free', ARGV[4])
return 1
