-- Grants a key to a holder if it is free, reserved for it or held by it; else queues the holder if it waits.
-- With shared/clock
-- With shared/leases
-- With shared/lock-waiters
-- KEYS[1] leases, KEYS[2] queue, KEYS[3] tokens, KEYS[4] seen, KEYS[5] units
-- ARGV[1] key's own name, for the message to a waiter
-- ARGV[2] holder
-- ARGV[3] units that the holder takes
-- ARGV[4] units of the key, unless they were changed
-- ARGV[5] channel on which the holder is woken
-- ARGV[6] lease, milliseconds
-- ARGV[7] how long the holder may be queued, milliseconds; 0 if not at all
-- Result: {token, lease in milliseconds}, or {0, milliseconds until the next request is worth it}
local leases, queue, tokens, seen, holder, weight = KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[2], tonumber(ARGV[3])
local lease, units, waitTimeout, here = tonumber(ARGV[6]), unitsOf(KEYS[5], ARGV[4]), tonumber(ARGV[7]), place(weight, ARGV[5], holder)
local others, mine, first = {used = 0, last = 0}, nil, nil
if waitTimeout > 0 then noteRequest(seen, ARGV[5]) end
local isTaken = redis.call('EXISTS', leases, queue) > 0
if isTaken then others, mine = read(leases, holder) end
-- What is reserved is granted without a write, which the disk would have to confirm first: the holder renews it at once.
if mine and tonumber(mine.count) == 0 then
  return {tonumber(mine.token), math.min(lease, math.floor(mine.ends - now()))}
end
if not mine then
  if isTaken then first = reserveNext(leases, queue, tokens, seen, others, units, ARGV[1], here) end
  if (not first or first == here) and others.used + weight <= units then
    if first then redis.call('ZREM', queue, here) end
    mine = {token = nextToken(tokens), weight = weight, count = 1}
  end
end
if mine then
  mine.count = math.max(1, mine.count)
  grant(leases, others, holder, mine, lease)
  others.used = others.used + mine.weight
  if isTaken and others.used < units then reserveNext(leases, queue, tokens, seen, others, units, ARGV[1]) end
  return {tonumber(mine.token), lease}
end
if waitTimeout > 0 then enqueue(queue, tokens, here, waitTimeout) end
return {0, math.max(1, (others.first or now() + TURN) - now())}
