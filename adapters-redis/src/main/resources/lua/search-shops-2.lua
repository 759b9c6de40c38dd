-- Finds shops of a type within a radius, nearest first.
-- With shared/shop-index
-- KEYS[1] state of the index
-- KEYS[2] places of shops of the type
-- ARGV[1] longitude
-- ARGV[2] latitude
-- ARGV[3] radius, metres
-- ARGV[4] the most to answer
-- Result: id up to which all shops are in the index; of each found the shop and the hash of its place, separated by spaces, for
-- thousands of replies take longer to read than one. Nil when there is no index
if not isBuilt(KEYS[1]) then return false end
local found = redis.call('GEOSEARCH', KEYS[2], 'FROMLONLAT', ARGV[1], ARGV[2], 'BYRADIUS', ARGV[3], 'm', 'ASC',
  'COUNT', ARGV[4], 'WITHHASH')
for i, shop in ipairs(found) do found[i] = shop[1] .. ' ' .. string.format('%.0f', shop[2]) end
return {redis.call('HGET', KEYS[1], 'upTo'), table.concat(found, ' ')}
