-- Holds the units of a sale for its waitlist, or ends that unless a buyer joined who is not known of.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] sale
-- ARGV[1] number of the epoch
-- ARGV[2] number of the last buyer of the waitlist who is known of
-- ARGV[3] 1 buyers wait, 0 none does
-- Result: 1 done, 0 no such sale, -2 closed
if not isOpen(KEYS[1], ARGV[1]) then return -2 end
local sale = redis.call('HMGET', KEYS[2], 'free', 'waitlist')
if not sale[1] then return 0 end
local held, number = tonumber(sale[2] or '0'), tonumber(ARGV[2])
if ARGV[3] == '0' and held <= number then
    redis.call('HDEL', KEYS[2], 'waitlist')
elseif ARGV[3] == '1' and held < number then
    redis.call('HSET', KEYS[2], 'waitlist', ARGV[2])
end
return 1
