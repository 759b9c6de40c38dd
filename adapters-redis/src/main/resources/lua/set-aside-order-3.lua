-- Copies an order of an entry, or an entry as a whole, to the dead letters, once.
-- KEYS[1] stream of orders
-- KEYS[2] stream of dead letters
-- KEYS[3] ids of what is in the dead letters
-- ARGV[1] entry of the stream
-- ARGV[2] which of its orders, from 0; 1023: the entry as a whole
-- ARGV[3] id of what is set aside
-- ARGV[4] reason
-- Result: 1 copied, 0 copied before or not there
local entry = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
if not entry or redis.call('SISMEMBER', KEYS[3], ARGV[3]) == 1 then return 0 end
local fields, place, letter = entry[2], 0, {'entry', ARGV[3], 'reason', ARGV[4]}
if ARGV[2] ~= '1023' then
    for token in string.gmatch(fields[6] .. ' ', '([^ ]*) ') do
        if place == tonumber(ARGV[2]) then
            local order, user = string.match(token, '^([^:]*):?(.*)$')
            fields = {'order', order, 'voucher', fields[2], 'user', user, 'at', fields[4]}
            break
        end
        place = place + 1
    end
end
-- Whoever wrote a foreign entry may have put any number of fields into it; the first tell enough.
for i = 1, math.min(#fields, 64) do letter[#letter + 1] = fields[i] end
redis.call('XADD', KEYS[2], '*', unpack(letter))
redis.call('SADD', KEYS[3], ARGV[3])
return 1
