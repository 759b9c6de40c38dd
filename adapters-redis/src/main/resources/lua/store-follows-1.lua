-- Stores whom a user follows.
-- KEYS[1] set: ids, and a member that names the version
-- ARGV[1] its ttl, milliseconds
-- ARGV[2...] members
-- Result: OK
redis.call('DEL', KEYS[1])
for from = 2, #ARGV, 1000 do
  redis.call('SADD', KEYS[1], unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.status_reply('OK')
