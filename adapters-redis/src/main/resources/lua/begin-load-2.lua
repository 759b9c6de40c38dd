-- Begins a load of a copy of what the database holds, unless another one is under way, or the copy is there.
-- With shared/incarnation
-- KEYS[1] copy
-- KEYS[2] load ticket on it: the name of the load
-- ARGV[1] name of the load
-- ARGV[2] ttl of the ticket, milliseconds
-- ARGV[3] command that answers 1 when the copy is there; 'server': none, and the name of the load ends with 'i' and the server
-- ARGV[4...] what the command has behind the key
-- Result: name of the load; nil when none began
if redis.call('EXISTS', KEYS[2]) == 1 then return false end
local load = ARGV[1]
if ARGV[3] == 'server' then
  load = load .. 'i' .. instance()
elseif redis.call(ARGV[3], KEYS[1], unpack(ARGV, 4)) == 1 then
  return false
end
redis.call('SET', KEYS[2], load, 'PX', ARGV[2])
return load
