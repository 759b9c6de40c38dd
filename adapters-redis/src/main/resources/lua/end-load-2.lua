-- Ends the load of a copy, if it still counts, and stores what it brought, if anything, in place of what is there.
-- KEYS[1] copy
-- KEYS[2] load ticket on it: the name of the load
-- ARGV[1] name of the load
-- ARGV[2] ttl of the copy, milliseconds
-- ARGV[3] command that adds to the copy
-- ARGV[4...] what it adds
-- Result: 1 ended, 0 the load does not count any more
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[2])
if #ARGV == 1 then return 1 end
redis.call('DEL', KEYS[1])
for from = 4, #ARGV, 1000 do
  redis.call(ARGV[3], KEYS[1], unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
