-- Opens a waiting room, unless it is there, or has lost tickets that were revoked: before it is opened there are no others.
-- With shared/room
-- KEYS[1] room, KEYS[2] tickets
-- ARGV[1] begin of the sale, ARGV[2] when the room expires: epoch milliseconds
-- ARGV[3] turns a second
-- ARGV[4] how many tickets were revoked
-- ARGV[5] version of the sale's window
-- Result: OK
if not load(KEYS[1]) and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then
  redis.call('HSET', KEYS[1], 'begin', ARGV[1], 'expiry', ARGV[2], 'rate', ARGV[3], 'credit', 0, 'at', whole(now()), 'ready', 1,
    'last', 0, 'kept', 0, 'missed', 0, 'turns', 0, 'firstKept', 0, 'firstMissed', 0, 'fresh', 0,
    'version', ARGV[5])
  redis.call('PEXPIREAT', KEYS[1], ARGV[2])
end
return redis.status_reply('OK')
