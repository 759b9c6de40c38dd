-- Counts who waits in a room, and the orders of its shard that wait for their settlement.
-- KEYS[1] room, KEYS[2] line, KEYS[3] queued orders
-- Result: users in line, turns given, turns a second, queued orders; or nothing when there is no room
local room = redis.call('HMGET', KEYS[1], 'turns', 'rate')
if not room[1] then return false end
return {redis.call('ZCARD', KEYS[2]), room[1], room[2], redis.call('HLEN', KEYS[3])}
