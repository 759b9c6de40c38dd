-- Asks for the turn of a user of a waiting room, who waits from then on if it is not the user's turn.
-- With shared/room
-- With shared/room-window
-- KEYS[1] room, KEYS[2] tickets, KEYS[3] line, KEYS[4] when they come back
-- ARGV[1] user, ARGV[2] 1 the user takes a ticket if there is none, 0 not
-- ARGV[3] number of a ticket that is taken before the begin, ARGV[4] number of a ticket that was shown, or 0, ARGV[5] its end
-- ARGV[6] end of the sale, ARGV[7] its begin, ARGV[8] when the room expires, ARGV[9] version of these two, ARGV[10...] names of rules, each after its number; epoch milliseconds
-- Result: E the sale is over, 0 no room, N not waiting, R revoked, D used, T number until now, W number before estimate comeBack now
local room, user, at, rules = load(KEYS[1]), ARGV[1], now(), {}
if at >= tonumber(ARGV[6]) or not room then return at >= tonumber(ARGV[6]) and 'E' or '0' end
follow(KEYS, room, ARGV[7], ARGV[8], ARGV[9])
for i = 10, #ARGV, 2 do rules[ARGV[i + 1]] = tonumber(ARGV[i]) end
addTurns(room, rules)
if leaveOut(room, KEYS[2], KEYS[3], KEYS[4], rules) > 0 then save(KEYS[1], room) end
local kind, number, till, since, key = ticket(KEYS[2], user)
local free = isFree(kind, since, rules.use)
if kind == 'R' then return 'R' elseif free and at < till then return table.concat({'T', number, whole(till), whole(at)}, ' ') end
if not free and (kind == 'U' or kind == 'D' and ARGV[2] == '0') then return 'D' end
if kind == 'W' and at <= till + rules.slack + rules.grace then note(room, key == 'f', 'Kept')
elseif not kind and ARGV[4] ~= '0' and at < tonumber(ARGV[5]) then number = ARGV[4] elseif ARGV[2] == '0' then return 'N'
else
  room.last = at < room.begin and room.last or math.max(room.last + 1, micros())
  number = at < room.begin and ARGV[3] or whole(room.last)
end
redis.call('ZADD', KEYS[3], number, user)
local rank, answer = redis.call('ZRANK', KEYS[3], user)
if give(room, rank, rules) then
  for i = 3, 4 do redis.call('ZREM', KEYS[i], user) end
  keep(KEYS[2], user, 'T', number, at + rules.turn, 0, '')
  answer = table.concat({'T', number, whole(at + rules.turn), whole(at)}, ' ')
else
  local left, back = estimate(room, rank, redis.call('ZCARD', KEYS[3]), rules)
  room.fresh = room.fresh + (kind and 0 or 1)
  keep(KEYS[2], user, 'W', number, at + back, 0, kind and '' or 'f')
  redis.call('ZADD', KEYS[4], whole(at + back), user)
  answer = table.concat({'W', number, rank, whole(left), whole(back), whole(at)}, ' ')
end
save(KEYS[1], room)
if not kind or rank == 0 then for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, whole(room.expiry)) end end
return answer
