-- Leases on a key that has a number of units: a lock has one, a semaphore one for each permit, a read-write lock so many
-- that a reader takes one and the writer all. First come, first served: what is freed is reserved for the first waiter
-- that can be reached. A node asks again for one of its waiters twice a second; its channel is silent when it did not for
-- TURN milliseconds, or when nothing is subscribed to it. Waiters of silent channels are passed over.
-- holds: hash, holder to "token weight depth end since", end and since in epoch milliseconds; expires with its last end
-- line: sorted set, "weight channel holder" by arrival; expires with the longest patience
-- tokens: the last fencing token; never below the time, so that it grows on after a loss, of the last moments too
-- seen: sorted set, channel by the epoch milliseconds of its last question; expires when all are silent
-- units: the number of units, where it was changed
-- A call is the message "holder units key" on the channel: something is reserved for the holder.
-- What is reserved is held with depth 0 until its holder takes it, for TURN milliseconds.
local TURN = 2000

local function nextToken(tokens)
  local last = tonumber(redis.call('GET', tokens) or 0)
  local token = whole(math.max(last + 1, now() and seconds * 1000000 + micros))
  redis.call('SET', tokens, token)
  return token
end

local function unitsOf(units, usual)
  return tonumber(redis.call('GET', units) or usual)
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

local function noteQuestion(seen, channel)
  redis.call('ZADD', seen, whole(now()), channel)
  redis.call('PEXPIRE', seen, TURN)
end

-- Reserves what is free for the first waiters that can be reached, up to this place, and calls them. Answers who of these
-- is first then. Waiters of silent channels keep their places, those of channels without a subscriber don't.
local function callNext(holds, line, tokens, seen, others, units, key, here)
  local at = 0
  while true do
    local first = redis.call('ZRANGE', line, at, at)[1]
    if not first or first == here then return first end
    local weight, channel, holder = string.match(first, '^(%d+) (%S+) (%S+)$')
    local isSilent = now() - (redis.call('ZSCORE', seen, channel) or 0) >= TURN
    if isSilent and redis.call('PUBSUB', 'NUMSUB', channel)[2] > 0 then
      at = at + 1
    elseif not isSilent and others.used + weight > units then
      return first
    else
      redis.call('ZREM', line, first)
      if not isSilent and redis.call('PUBLISH', channel, table.concat({holder, units, key}, ' ')) > 0 then
        grant(holds, others, holder, {token = nextToken(tokens), weight = weight, depth = 0, since = whole(now())}, TURN)
        others.used = others.used + weight
      end
    end
  end
end
