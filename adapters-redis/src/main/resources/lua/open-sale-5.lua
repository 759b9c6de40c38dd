-- Makes a sale visible with the reservations loaded for it, or gives one that is there the state of a later version.
-- With shared/epoch
-- With shared/sale
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- KEYS[3] buyers of the sale
-- KEYS[4] adjustments of the sale
-- KEYS[5] reservations loaded by this attempt
-- ARGV[1] number of the epoch in which they were loaded
-- ARGV[2] state
-- ARGV[3] begin, epoch milliseconds
-- ARGV[4] end, epoch milliseconds
-- ARGV[5] version
-- ARGV[6] free units
-- ARGV[7] number of reservations loaded
-- ARGV[8..] adjustments that the free units contain
-- Result: 1 opened, 0 was there already, -1 loaded reservations were lost, -2 closed
if not isOpen(KEYS[1], ARGV[1]) then
    redis.call('UNLINK', KEYS[5])
    return -2
end
if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('UNLINK', KEYS[5])
    if tonumber(ARGV[5]) >= tonumber(redis.call('HGET', KEYS[2], 'version') or '0') then
        redis.call('HSET', KEYS[2], 'state', ARGV[2], 'begin', ARGV[3], 'end', ARGV[4], 'version', ARGV[5])
    end
    return 0
end
-- Buyers without a sale are what is left of data that were lost in part.
local terms = {ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]}
return make(KEYS[2], KEYS[3], KEYS[4], KEYS[5], ARGV[7], terms, ARGV, 8) and 1 or -1
