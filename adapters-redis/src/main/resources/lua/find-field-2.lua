-- Reads a field of a hash of numbers, unless what it held may have been lost.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- KEYS[2] hash
-- ARGV[1] number of the epoch
-- ARGV[2] field
-- Result: the value, nothing when there is none, or "closed"
if not isOpen(KEYS[1], ARGV[1]) then return 'closed' end
return redis.call('HGET', KEYS[2], ARGV[2])
