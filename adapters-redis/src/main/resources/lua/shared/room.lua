-- A waiting room. Its hash: begin, expiry (epoch milliseconds), rate (turns a second), credit (turns that are not given), at (when
-- that was computed), ready (since when a turn is unused; 0 while any user who asks has it), last (number), kept and missed (how
-- often users came back in time), firstKept and firstMissed (of those, the first time of each), fresh (users in line who did not come
-- back yet), turns (given so far), version (of begin and expiry).
-- With shared/ticket
local FIELDS = {'begin', 'expiry', 'rate', 'credit', 'at', 'ready', 'last', 'kept', 'missed', 'turns', 'firstKept',
  'firstMissed', 'fresh', 'version'}

-- The room, or nothing when there is none.
local function load(key)
  local values, room = redis.call('HMGET', key, unpack(FIELDS)), {}
  if not values[1] then return nil end
  for i, field in ipairs(FIELDS) do room[field] = tonumber(values[i]) end
  return room
end

local function save(key, room)
  redis.call('HSET', key, 'credit', room.credit, 'at', whole(room.at), 'ready', whole(room.ready), 'last', whole(room.last),
    'kept', room.kept, 'missed', room.missed, 'turns', whole(room.turns), 'firstKept', room.firstKept, 'firstMissed', room.firstMissed,
    'fresh', whole(room.fresh))
end

-- Adds the turns that came up since the last call, as many as are saved. Times that lie ahead are of a clock that went back.
local function addTurns(room, rules)
  room.at, room.ready = math.min(room.at, now()), math.min(room.ready, now())
  local from, at, before = math.max(room.at, room.begin), now(), room.credit
  if at <= from then return end
  room.credit = math.min(math.max(1, room.rate * rules.saved), before + room.rate * (at - from) / 1000)
  if before < 1 and room.credit >= 1 and room.ready ~= 0 then
    room.ready = at - math.floor((room.credit - 1) / room.rate * 1000)
  end
  room.at = at
end

-- Notes that a user came back in time, or did not (when is Kept or Missed).
local function note(room, isFirst, when)
  local field = isFirst and 'first' .. when or string.lower(when)
  room[field], room.fresh = room[field] + 1, room.fresh - (isFirst and 1 or 0)
end

-- Leaves users out of the line who are late, or, by a clock that went back, due later than any. Their tickets stay. How many there were.
local function leaveOut(room, tickets, line, due, rules)
  local users = redis.call('ZRANGEBYSCORE', due, '-inf', whole(now() - rules.slack), 'LIMIT', 0, rules.late)
  local latest = whole(now() + rules.farthest + rules.slack)
  if #users == 0 then users = redis.call('ZRANGEBYSCORE', due, latest, '+inf', 'LIMIT', 0, rules.late) end
  for _, user in ipairs(users) do
    local kind, number, till, _, key = ticket(tickets, user)
    redis.call('ZREM', line, user)
    redis.call('ZREM', due, user)
    note(room, key == 'f', 'Missed')
    if key == 'f' then keep(tickets, user, kind, number, till, 0, '') end
  end
  return #users
end

-- Gives a turn to the user of this rank in the line, if there is one: to the next, or to any when the next leave them unused.
-- Whether it was given.
local function give(room, rank, rules)
  local isNext, at = rank + 1 <= room.credit, now()
  if at < room.begin or room.credit < 1 or not (isNext or at - room.ready >= rules.hold) then return false end
  room.credit, room.turns, room.ready = room.credit - 1, room.turns + 1, isNext and at or 0
  return true
end

-- The part of users who come back; old counts fade.
local function share(room, kept, missed, rules)
  if room[kept] + room[missed] > rules.remembered then room[kept], room[missed] = room[kept] / 2, room[missed] / 2 end
  return 1 - room[missed] / math.max(1, room[kept] + room[missed])
end

-- Milliseconds: the estimate until the turn of this rank (before the begin until that, since no place is known), and the time after which its user comes back.
local function estimate(room, rank, waiting, rules)
  local first = share(room, 'firstKept', 'firstMissed', rules)
  local later = 1 - (1 - share(room, 'kept', 'missed', rules)) / 2
  local fresh = math.min(1, room.fresh / math.max(1, waiting))
  local returning = fresh * first + (1 - fresh) * later
  local line = math.max(0, (rank + 1 - room.credit) * returning / room.rate * 1000)
  local opening = math.max(0, room.begin - now())
  return opening > 0 and opening or line, math.min(rules.farthest, math.max(rules.nearest, opening + line * rules.part))
end
