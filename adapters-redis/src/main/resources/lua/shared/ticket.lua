-- A ticket of a waiting room: kind (W waits, T turn, U in use, D used up, L given up, R revoked), number, until when it counts (W: when the user
-- comes back; epoch milliseconds), since when it is in use, and the key of the request that uses it (W: f before the user came back).
-- With shared/clock
local function ticket(tickets, user)
  local kind, number, till, since, key =
    string.match(redis.call('HGET', tickets, user) or '', '^(%a) (%d+) (%d+) (%d+) ?(.*)$')
  return kind, number, tonumber(till), tonumber(since), key
end

local function keep(tickets, user, kind, number, till, since, key)
  redis.call('HSET', tickets, user, table.concat({kind, number, whole(till), whole(since), key}, ' '))
end

-- Whether a turn can be used: it is unused, or in use for longer than a use takes, or since a time that lies ahead.
local function isFree(kind, since, use) return kind == 'T' or kind == 'U' and math.abs(now() - since) >= use end
