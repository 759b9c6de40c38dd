-- Makes a sale visible with the buyers loaded for it, or gives one that is there the state of a later version.
-- With shared/sale
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
-- Buyers without a sale are what is left of data that were lost in part.
local terms = {ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]}
return make(KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[6], terms, {unpack(ARGV, 7)}) and 1 or -1
