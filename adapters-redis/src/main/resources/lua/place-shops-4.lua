-- Places shops of a type in the index, out of the type that they had before.
-- KEYS[1] types of the shops
-- KEYS[2] types in use
-- KEYS[3] places of shops of the type
-- KEYS[4] places of shops of the type that they had
-- ARGV[1] type
-- ARGV[2] type that they had, or the same
-- ARGV[3..] shop, longitude, latitude, of each
-- Result: shop and type of those that are under a third type, and were left there
local shops, left = {unpack(ARGV, 3)}, {}
redis.call('SADD', KEYS[2], ARGV[1])
for i = 1, #shops, 3 do
  local had = redis.call('HGET', KEYS[1], shops[i]) or ARGV[1]
  if had == ARGV[1] or had == ARGV[2] then
    if had ~= ARGV[1] then redis.call('ZREM', KEYS[4], shops[i]) end
    redis.call('GEOADD', KEYS[3], shops[i + 1], shops[i + 2], shops[i])
    redis.call('HSET', KEYS[1], shops[i], ARGV[1])
  else
    table.insert(left, shops[i])
    table.insert(left, had)
  end
end
return left
