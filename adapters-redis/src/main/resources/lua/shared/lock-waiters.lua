-- Waiters for leases. First come, first served: what is freed is reserved for the first waiter that can be reached. A
-- node asks again for one of its waiters twice a second; its channel is silent when it did not for TURN milliseconds.
-- queue: sorted set, "weight channel holder" by arrival; expires with the longest wait
-- seen: sorted set, channel by the epoch milliseconds of its last request; expires when all are silent. And '<' by the
-- arrival up to which all waiters are of silent channels, each of which is there as '<channel': no walk begins before it.
-- A wake-up is the message "holder key" on the channel: something is reserved for the holder.
-- What is reserved is held with re-entrance count 0 until its holder takes it, for TURN milliseconds.
local TURN = 2000

local function place(weight, channel, holder)
  return weight .. ' ' .. channel .. ' ' .. holder
end

local function noteRequest(seen, channel)
  local silence = now() - (redis.call('ZSCORE', seen, channel) or 0)
  if silence < TURN / 8 then return end
  if silence >= TURN and redis.call('ZREM', seen, '<' .. channel) == 1 then redis.call('ZREM', seen, '<') end
  redis.call('ZADD', seen, whole(now()), channel)
  redis.call('PEXPIRE', seen, TURN)
end

local function enqueue(queue, tokens, here, waitTimeout)
  if not redis.call('ZSCORE', queue, here) then redis.call('ZADD', queue, nextToken(tokens), here) end
  if redis.call('PTTL', queue) < waitTimeout then redis.call('PEXPIRE', queue, waitTimeout) end
end

-- Has the next walks begin behind the waiters up to this one, all of which are of these silent channels.
local function passOver(queue, seen, last, channels)
  redis.call('ZADD', seen, redis.call('ZSCORE', queue, last), '<')
  for channel, known in pairs(channels) do
    if known.stays then redis.call('ZADD', seen, 0, '<' .. channel) end
  end
  if redis.call('PTTL', seen) < 0 then redis.call('PEXPIRE', seen, TURN) end
end

-- Reserves what is free for the first waiters that can be reached, up to this place, and wakes them. Answers the waiter
-- that is first then. Waiters of silent channels keep their places, as do those that want more than there is; those of
-- channels without a subscriber don't.
local function reserveNext(leases, queue, tokens, seen, others, units, key, here)
  local upTo, channels, first, last, isHead = redis.call('ZSCORE', seen, '<'), {}, nil, nil, true
  local at = upTo and redis.call('ZCOUNT', queue, '-inf', upTo) or 0
  while true do
    first = redis.call('ZRANGE', queue, at, at)[1]
    if not first or first == here then break end
    local weight, channel, holder = string.match(first, '^(%d+) (%S+) (%S+)$')
    local known = channels[channel] or {isSilent = now() - (redis.call('ZSCORE', seen, channel) or 0) >= TURN}
    if known.isSilent and not channels[channel] then known.stays = redis.call('PUBSUB', 'NUMSUB', channel)[2] > 0 end
    channels[channel] = known
    local isSilent = known.isSilent
    if known.stays or tonumber(weight) > units then
      at, isHead = at + 1, isHead and known.stays
      if isHead then last = first end
    elseif not isSilent and others.used + weight > units then
      break
    else
      redis.call('ZREM', queue, first)
      if not isSilent and redis.call('PUBLISH', channel, holder .. ' ' .. key) > 0 then
        grant(leases, others, holder, {token = nextToken(tokens), weight = weight, count = 0, since = whole(now())}, TURN)
        others.used = others.used + weight
      end
    end
  end
  if last then passOver(queue, seen, last, channels) end
  return first
end
