-- Opens a waiting room, unless it is there.
-- With shared/room
-- KEYS[1] room, KEYS[2] tickets
-- ARGV[1] begin of the sale, ARGV[2] when the room expires: epoch milliseconds
-- ARGV[3] turns a second
-- ARGV[4...] users whose ticket is revoked
-- Result: OK
if not load(KEYS[1]) then
  redis.call('HSET', KEYS[1], 'begin', ARGV[1], 'expiry', ARGV[2], 'rate', ARGV[3], 'credit', 0, 'at', whole(now()), 'ready', 1,
    'last', 0, 'kept', 0, 'missed', 0, 'turns', 0, 'firstKept', 0, 'firstMissed', 0, 'fresh', 0)
  for i = 4, #ARGV do keep(KEYS[2], ARGV[i], 'R', 0, 0, 0, '') end
  for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, ARGV[2]) end
end
return redis.status_reply('OK')
