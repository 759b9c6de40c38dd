-- Ends the use of a turn.
-- With shared/ticket
-- KEYS[1] tickets
-- ARGV[1] user, ARGV[2] number of the turn
-- ARGV[3] 1 it is used up, 0 it is as before
-- Result: OK
local kind, number, till, since, key = ticket(KEYS[1], ARGV[1])
if kind == 'U' and number == ARGV[2] then
  local isUsedUp = ARGV[3] == '1'
  keep(KEYS[1], ARGV[1], isUsedUp and 'D' or 'T', number, till, since, isUsedUp and key or '')
end
return redis.status_reply('OK')
