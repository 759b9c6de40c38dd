-- Begins a load of a copy of what the database holds, unless another one is under way, or the copy is there.
-- With shared/incarnation
-- KEYS[1] copy
-- KEYS[2] load ticket on it: the name of the load
-- ARGV[1] name of the load
-- ARGV[2] ttl of the ticket, milliseconds
-- ARGV[3] 'any': each copy counts; 'version': one that is there may be of another version; 'server': so too, and the name of
--   the load ends with 'i' and the server
-- Result: name of the load; nil when none began
if redis.call('EXISTS', KEYS[2]) == 1 or ARGV[3] == 'any' and redis.call('EXISTS', KEYS[1]) == 1 then return false end
local load = ARGV[1] .. (ARGV[3] == 'server' and 'i' .. instance() or '')
redis.call('SET', KEYS[2], load, 'PX', ARGV[2])
return load
