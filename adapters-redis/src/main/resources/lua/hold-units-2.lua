-- Holds the units of a sale for its waitlist, or ends that unless a buyer joined who is not known of.
-- Numbers are times, epoch microseconds: one far above what is known is of a clock that went back, and no buyer's.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- ARGV[1] number of the epoch
-- ARGV[2] number of the last buyer of the waitlist who is known of
-- ARGV[3] 1 buyers wait, 0 none does
-- ARGV[4] how much greater the number of a buyer may be who joined meanwhile
-- Result: 1 done, 0 no such sale, -2 closed
if not isOpen(KEYS[1], ARGV[1]) then return -2 end
local sale = redis.call('HMGET', KEYS[2], 'free', 'waitlist')
if not sale[1] then return 0 end
local held, number = tonumber(sale[2] or '0'), tonumber(ARGV[2])
if ARGV[3] == '0' and (held <= number or held > number + tonumber(ARGV[4])) then
    redis.call('HDEL', KEYS[2], 'waitlist')
elseif ARGV[3] == '1' and held < number then
    redis.call('HSET', KEYS[2], 'waitlist', ARGV[2])
end
return 1
