-- Leases on a key that has so many units: a lock has one, a semaphore one for each permit, a read-write lock so many that
-- a reader takes one and the writer all. First come, first served: what is freed is reserved for the first in line, who
-- is called; who can't hear the call is gone, and costs the others nothing.
-- holds: hash, holder to "token weight depth end since", end and since in epoch milliseconds; expires with its last end
-- line: sorted set, "weight channel holder" by arrival; expires with the longest patience
-- tokens: the last fencing token; never below the time, so that it grows on after a loss, of the last moments too
-- A call is the message "milliseconds holder units key" on the channel: it is worth asking again after that time.
-- What is reserved is held with depth 0 until its holder renews it, for TURN milliseconds.
local TURN = 2000

local function nextToken(tokens)
  local last = tonumber(redis.call('GET', tokens) or 0)
  local token = whole(math.max(last + 1, now() and seconds * 1000000 + micros))
  redis.call('SET', tokens, token)
  return token
end

-- What others than this holder hold, and what it holds itself; what is past its end is forgotten.
local function read(holds, holder)
  local others = {used = 0, last = 0}
  local mine
  local all = redis.call('HGETALL', holds)
  for i = 1, #all, 2 do
    local token, weight, depth, ends, since = string.match(all[i + 1], '^(%d+) (%d+) (%d+) (%d+) (%d+)$')
    if tonumber(ends) <= now() then
      redis.call('HDEL', holds, all[i])
    elseif all[i] == holder then
      mine = {token = token, weight = weight, depth = depth, ends = tonumber(ends), since = since}
    else
      others.used = others.used + weight
      others.last = math.max(others.last, tonumber(ends))
      others.first = math.min(others.first or math.huge, tonumber(ends))
    end
  end
  return others, mine
end

local function grant(holds, others, holder, hold, lease)
  local ends = now() + lease
  redis.call('HSET', holds, holder, table.concat({hold.token, hold.weight, hold.depth, whole(ends), hold.since}, ' '))
  others.last = math.max(others.last, ends)
  others.first = math.min(others.first or math.huge, ends)
  redis.call('PEXPIREAT', holds, whole(others.last))
end

local function place(weight, channel, holder)
  return weight .. ' ' .. channel .. ' ' .. holder
end

-- Reserves what is free for the first in line, up to this place, and tells the one after them when that turn will be
-- over. Answers who is first in line then. Whoever would stand behind one that waits for more may have it asked for life.
local function callNext(holds, line, tokens, others, units, key, here, mayStandBehind)
  local called = false
  while true do
    local first = redis.call('ZRANGE', line, 0, 0)[1]
    if not first or first == here then return first end
    local weight, channel, holder = string.match(first, '^(%d+) (%S+) (%S+)$')
    local fits = others.used + weight <= units
    if not fits and not called and not mayStandBehind then return first end
    local call = table.concat({fits and 0 or TURN, holder, units, key}, ' ')
    local heard = redis.call('PUBLISH', channel, call) > 0
    if heard and not fits then return first end
    redis.call('ZREM', line, first)
    if heard then
      grant(holds, others, holder, {token = nextToken(tokens), weight = weight, depth = 0, since = whole(now())}, TURN)
      others.used = others.used + weight
      called = true
    end
  end
end
