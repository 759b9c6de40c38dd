-- Places shops of a type on one side of the index, out of the type that they had before.
-- With shared/sides
-- KEYS[1] state of the index
-- KEYS[2] types of the shops on this side
-- KEYS[3] types in use on this side
-- KEYS[4] places of shops of the type
-- KEYS[5] places of shops of the type that they had
-- ARGV[1] side
-- ARGV[2] attempt to build it; empty: as it is kept
-- ARGV[3] type
-- ARGV[4] type that they had, or the same
-- ARGV[5..] shop, longitude, latitude, of each
-- Result: shop and type of those that are under a third type, and were left there; nil when nothing is written to this side
if not isWritten(KEYS[1], ARGV[1], ARGV[2]) then return false end
local shops, left = {unpack(ARGV, 5)}, {}
redis.call('SADD', KEYS[3], ARGV[3])
for i = 1, #shops, 3 do
  local had = redis.call('HGET', KEYS[2], shops[i]) or ARGV[3]
  if had == ARGV[3] or had == ARGV[4] then
    if had ~= ARGV[3] then redis.call('ZREM', KEYS[5], shops[i]) end
    redis.call('GEOADD', KEYS[4], shops[i + 1], shops[i + 2], shops[i])
    redis.call('HSET', KEYS[2], shops[i], ARGV[3])
  else
    table.insert(left, shops[i])
    table.insert(left, had)
  end
end
return left
