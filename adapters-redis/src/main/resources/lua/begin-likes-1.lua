-- Begins to load a note's likes, unless they are loaded or another load is under way, which a change ends.
-- KEYS[1] sorted set of the note's likes
-- ARGV[1] name of the load
-- ARGV[2] milliseconds until a load that stops here is forgotten
-- Result: 1 begun, 0 the set is loaded, being loaded, or known to be too large
-- Earlier versions stored sets without 'count', which answer nothing.
if redis.call('ZSCORE', KEYS[1], 'loaded') then redis.call('DEL', KEYS[1]) end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('ZADD', KEYS[1], 0, 'load ' .. ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
