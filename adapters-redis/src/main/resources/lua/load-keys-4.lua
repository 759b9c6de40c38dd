-- Adds keys that the source of a build brought: to the filter being built or, when that is in use, to both.
-- With shared/bloom
-- KEYS[1] bits in use
-- KEYS[2] what describes them
-- KEYS[3] bits being built
-- KEYS[4] what describes them
-- ARGV[1] build
-- ARGV[2] highest of the keys
-- ARGV[3] milliseconds until a build that stops is forgotten
-- ARGV[4] milliseconds until its bits are
-- ARGV[5..] first and second hash of each key
-- Result: 1, or 0 when neither is of this build or it may have lost keys
local used, built = describe(KEYS[2]), describe(KEYS[4])
local hashes = {unpack(ARGV, 5)}
if isOf(ARGV[1], built) then
  if not isWhole(built, KEYS[3]) then return 0 end
  redis.call('HSET', KEYS[4], 'highest', ARGV[2])
  redis.call('PEXPIRE', KEYS[3], ARGV[4])
  redis.call('PEXPIRE', KEYS[4], ARGV[3])
else
  if not isOf(ARGV[1], used) or not isWhole(used, KEYS[1]) then return 0 end
  redis.call('HSET', KEYS[2], 'highest', ARGV[2])
  addTo(used, KEYS[1], KEYS[2], hashes)
end
addTo(built, KEYS[3], KEYS[4], hashes)
return 1
