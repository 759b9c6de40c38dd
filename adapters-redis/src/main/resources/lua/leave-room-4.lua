-- Takes users out of a waiting room. A revoked ticket stays; any other is kept as given up, so that it does not count when it is shown.
-- With shared/ticket
-- KEYS[1] tickets, KEYS[2] line, KEYS[3] when they come back, KEYS[4] room
-- ARGV[1] 1 the users' tickets are revoked, 0 given up
-- ARGV[2] when the tickets expire, epoch milliseconds
-- ARGV[3...] users
-- Result: OK
for i = 3, #ARGV do
  local user = ARGV[i]
  local kind, number, _, _, key = ticket(KEYS[1], user)
  if kind == 'W' and key == 'f' then redis.call('HINCRBY', KEYS[4], 'fresh', -1) end
  redis.call('ZREM', KEYS[2], user)
  redis.call('ZREM', KEYS[3], user)
  if ARGV[1] == '1' then
    keep(KEYS[1], user, 'R', 0, 0, 0, '')
  elseif kind and kind ~= 'R' then
    keep(KEYS[1], user, 'L', number, 0, 0, '')
  end
end
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return redis.status_reply('OK')
