-- Takes a user out of a waiting room. A revoked ticket stays; any other is kept as given up, so that it does not count when it is shown.
-- With shared/ticket
-- KEYS[1] tickets, KEYS[2] line, KEYS[3] when they come back, KEYS[4] room
-- ARGV[1] user
-- ARGV[2] 1 the user's ticket is revoked, 0 given up
-- ARGV[3] when the tickets expire, epoch milliseconds
-- Result: OK
local kind, number, _, _, key = ticket(KEYS[1], ARGV[1])
if kind == 'W' and key == 'f' then redis.call('HINCRBY', KEYS[4], 'fresh', -1) end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if ARGV[2] == '1' then
  keep(KEYS[1], ARGV[1], 'R', 0, 0, 0, '')
  redis.call('PEXPIREAT', KEYS[1], ARGV[3])
elseif kind and kind ~= 'R' then
  keep(KEYS[1], ARGV[1], 'L', number, 0, 0, '')
end
return redis.status_reply('OK')
