-- Grants the ticket to load an entry to one caller at a time. Keys of another type, and a ticket without expiry, count as missing.
-- With shared/expiry
-- KEYS[1] entry
-- KEYS[2] load ticket on it
-- ARGV[1] loadedAt of the entry that is to be replaced, as it is stored; 0 for none
-- ARGV[2] token
-- ARGV[3] ttl of the ticket, milliseconds
-- Result: {'found', entry} there is another entry; {'granted'}; {'busy'} another caller has it, and is marked as awaited
local entry = redis.pcall('GET', KEYS[1])
local loaded = type(entry) == 'string' and string.match(entry, '^{"loadedAt":(%d+),')
if loaded and loaded ~= ARGV[1] then
  return {'found', entry}
end
if redis.call('TYPE', KEYS[2]).ok ~= 'hash' or left(KEYS[2], ARGV[3]) == -1 then
  redis.call('DEL', KEYS[2])
end
if redis.call('HSETNX', KEYS[2], 'token', ARGV[2]) == 1 or redis.call('HGET', KEYS[2], 'token') == ARGV[2] then
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return {'granted'}
end
redis.call('HSET', KEYS[2], 'awaited', 1)
return {'busy'}
