-- Adds views of a page on a day, and those who viewed it.
-- KEYS[1] HyperLogLog: visitors, KEYS[2] how many views
-- ARGV[1] their ttl, milliseconds
-- ARGV[2] views
-- ARGV[3...] visitors
-- Result: OK
for from = 3, #ARGV, 1000 do
  redis.call('PFADD', KEYS[1], unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
redis.call('INCRBY', KEYS[2], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
return redis.status_reply('OK')
