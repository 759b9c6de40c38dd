-- Gives the right to load an entry to one at a time.
-- KEYS[1] entry
-- KEYS[2] lease on it
-- ARGV[1] loadedAt of the entry that is to be replaced, 0 for none
-- ARGV[2] token
-- ARGV[3] length of the lease, milliseconds
-- Result: {'found', entry} there is another entry; {'granted'}; {'busy'} another has the right, who learns that it is awaited
local entry = redis.call('GET', KEYS[1]) or ''
local loaded = string.match(entry, '^{"loadedAt":(%d+),')
if loaded and loaded ~= ARGV[1] then
  return {'found', entry}
end
if redis.call('HSETNX', KEYS[2], 'token', ARGV[2]) == 1 or redis.call('HGET', KEYS[2], 'token') == ARGV[2] then
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return {'granted'}
end
redis.call('HSET', KEYS[2], 'awaited', 1)
return {'busy'}
