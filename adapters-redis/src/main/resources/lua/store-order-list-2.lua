-- Stores a buyer's order list, if the load still counts.
-- KEYS[1] list: sorted set of order ids
-- KEYS[2] cards of the list: hash, with its state
-- ARGV[1] name of the load
-- ARGV[2] its ttl, milliseconds
-- ARGV[3] state: all, or newest when the database has older orders
-- ARGV[4..] score, id and card of each order
-- Result: 1 stored, 0 the load does not count any more
if redis.call('HGET', KEYS[2], 'state') ~= 'loading ' .. ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
local orders, cards, ids = {unpack(ARGV, 4)}, {'state', ARGV[3]}, {}
for i = 1, #orders, 3 do
  ids[#ids + 1], ids[#ids + 2] = orders[i], orders[i + 1]
  cards[#cards + 1], cards[#cards + 2] = orders[i + 1], orders[i + 2]
end
redis.call('HSET', KEYS[2], unpack(cards))
redis.call('PEXPIRE', KEYS[2], ARGV[2])
if #ids > 0 then
  redis.call('ZADD', KEYS[1], unpack(ids))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
