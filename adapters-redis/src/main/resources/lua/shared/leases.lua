-- Leases on a key that has a number of units: a lock has one, a semaphore one for each permit, a read-write lock
-- enough that a reader takes one and the writer all.
-- leases: hash, holder to "token weight count end written", both in epoch milliseconds; expires with its last end
-- tokens: the last fencing token; never below the time, so that it grows on after a loss, of the last moments too
-- units: the number of units, where it was changed
local function nextToken(tokens)
  local last = tonumber(redis.call('GET', tokens) or 0)
  local token = whole(math.max(last + 1, micros()))
  redis.call('SET', tokens, token)
  return token
end

local function unitsOf(units, usual)
  return tonumber(redis.call('GET', units) or usual)
end

-- What others than this holder hold, and what it holds itself; what is past its end is forgotten. What was written at a time that
-- lies ahead is of a clock that went back: the lease lasts for its length from now.
local function read(leases, holder)
  local others = {used = 0, last = 0}
  local mine
  local all = redis.call('HGETALL', leases)
  for i = 1, #all, 2 do
    local token, weight, count, ends, written = string.match(all[i + 1], '^(%d+) (%d+) (%d+) (%d+) (%d+)$')
    if tonumber(written) > now() then
      ends = whole(now() + ends - written)
      redis.call('HSET', leases, all[i], table.concat({token, weight, count, ends, whole(now())}, ' '))
    end
    if tonumber(ends) <= now() then
      redis.call('HDEL', leases, all[i])
    elseif all[i] == holder then
      mine = {token = token, weight = weight, count = count, ends = tonumber(ends)}
    else
      others.used = others.used + weight
      others.last = math.max(others.last, tonumber(ends))
      others.first = math.min(others.first or math.huge, tonumber(ends))
    end
  end
  return others, mine
end

local function grant(leases, others, holder, mine, lease)
  local ends = now() + lease
  redis.call('HSET', leases, holder, table.concat({mine.token, mine.weight, mine.count, whole(ends), whole(now())}, ' '))
  others.last = math.max(others.last, ends)
  others.first = math.min(others.first or math.huge, ends)
  redis.call('PEXPIREAT', leases, whole(others.last))
end
