-- Grants a key to a holder if it is free, reserved for it or held by it; else puts it in line if it has patience.
-- With shared/clock
-- With shared/leases
-- KEYS[1] holds
-- KEYS[2] line
-- KEYS[3] tokens
-- ARGV[1] key's own name, told to those who are called
-- ARGV[2] holder
-- ARGV[3] units that the holder takes
-- ARGV[4] units of the key
-- ARGV[5] channel that the holder hears
-- ARGV[6] lease, milliseconds
-- ARGV[7] how long the holder may stand in line, milliseconds; 0 if not at all
-- Result: {token, milliseconds of the lease}, or {0, milliseconds until it is worth asking again}
local holds, line, tokens, holder, weight = KEYS[1], KEYS[2], KEYS[3], ARGV[2], ARGV[3]
local units, patience = tonumber(ARGV[4]), tonumber(ARGV[7])
local here = place(weight, ARGV[5], holder)
local others, mine, first = {used = 0, last = 0}, nil, nil
local isTaken = redis.call('EXISTS', holds, line) > 0
if isTaken then others, mine = read(holds, holder) end
if not mine then
  if isTaken then first = callNext(holds, line, tokens, others, units, ARGV[1], here, others.used + weight <= units) end
  if (not first or first == here) and others.used + weight <= units then
    if first then redis.call('ZREM', line, here) end
    mine = {token = nextToken(tokens), weight = weight, depth = 1, since = whole(now())}
  end
end
if mine then
  local lease, left = tonumber(ARGV[6]), (mine.ends or 0) - now()
  -- What was reserved for the holder is its own as it stands: a write less between a release and the next start.
  if mine.depth == '0' and left <= lease then return {tonumber(mine.token), left} end
  mine.depth = math.max(1, mine.depth)
  grant(holds, others, holder, mine, lease)
  return {tonumber(mine.token), lease}
end
if patience > 0 then
  if not redis.call('ZSCORE', line, here) then redis.call('ZADD', line, nextToken(tokens), here) end
  if redis.call('PTTL', line) < patience then redis.call('PEXPIRE', line, patience) end
end
return {0, math.max(1, (others.first or now() + TURN) - now())}
