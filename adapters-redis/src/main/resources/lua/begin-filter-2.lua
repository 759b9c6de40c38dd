-- Begins to build a filter in place of any other that is being built.
-- With shared/bloom
-- KEYS[1] bits being built
-- KEYS[2] what describes them
-- ARGV[1] build
-- ARGV[2] keys that are expected
-- ARGV[3] error rate
-- ARGV[4] bits
-- ARGV[5] hashes of a key
-- ARGV[6] highest key before there is any
-- ARGV[7] milliseconds until a build that stops is forgotten
-- ARGV[8] milliseconds until its bits are: later, for without them the description would be false
-- Result: nothing
redis.call('UNLINK', KEYS[1], KEYS[2])
redis.call('SETBIT', KEYS[1], ARGV[4] - 1, 0)
redis.call('PEXPIRE', KEYS[1], ARGV[8])
redis.call('HSET', KEYS[2], 'build', ARGV[1], 'instance', instance(), 'expected', ARGV[2], 'rate', ARGV[3],
  'bits', ARGV[4], 'hashes', ARGV[5], 'keys', 0, 'highest', ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[7])
