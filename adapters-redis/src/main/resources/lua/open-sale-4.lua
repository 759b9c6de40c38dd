-- Makes a sale visible with the buyers loaded for it, or gives one that is there the state of a later version.
-- KEYS[1] sale
-- KEYS[2] buyers of the sale
-- KEYS[3] adjustments of the sale
-- KEYS[4] claims loaded by this attempt
-- ARGV[1] state
-- ARGV[2] begin, epoch milliseconds
-- ARGV[3] end, epoch milliseconds
-- ARGV[4] version
-- ARGV[5] free units
-- ARGV[6] number of claims loaded
-- ARGV[7..] adjustments that the free units contain
-- Result: 1 opened, 0 was there already, -1 loaded claims were lost
if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('UNLINK', KEYS[4])
    if tonumber(ARGV[4]) >= tonumber(redis.call('HGET', KEYS[1], 'version') or '0') then
        redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3], 'version', ARGV[4])
    end
    return 0
end
if redis.call('HLEN', KEYS[4]) ~= tonumber(ARGV[6]) then return -1 end
-- Buyers without a sale are what is left of data that were lost in part.
redis.call('UNLINK', KEYS[2], KEYS[3])
if tonumber(ARGV[6]) > 0 then
    redis.call('RENAME', KEYS[4], KEYS[2])
    redis.call('PERSIST', KEYS[2])
end
if #ARGV > 6 then redis.call('SADD', KEYS[3], unpack(ARGV, 7)) end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3], 'version', ARGV[4], 'free', ARGV[5])
return 1
