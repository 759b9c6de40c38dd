-- Adds the types that some of the shops have to the types in use, on one side of the index.
-- KEYS[1] types of the shops on this side
-- KEYS[2] types in use on this side
-- ARGV[1] where to go on; at first 0
-- ARGV[2] number of shops, about
-- Result: where to go on; 0 when all shops were looked at
local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
for i = 2, #page[2], 2 do redis.call('SADD', KEYS[2], page[2][i]) end
return page[1]
