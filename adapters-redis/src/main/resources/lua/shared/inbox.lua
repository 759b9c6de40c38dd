-- An inbox is a sorted set: notes (19 digits) by time (epoch seconds); with the score -1 'a' and the id of each pulled author; and
-- with the score -2 'v' and the number of the version, 'i' and the server, and one of 'loaded' and 'load' with a load's name.
-- 'all' says that no notes are older than those in it.
-- With shared/incarnation
local function isKnown(inbox, version)
  return redis.call('ZSCORE', inbox, 'v' .. version) and redis.call('ZSCORE', inbox, 'i' .. instance())
end

-- Keeps the newest notes, this number at most.
local function trim(inbox, max)
  local over = redis.call('ZCOUNT', inbox, 0, '+inf') - max
  if over > 0 then
    local others = redis.call('ZCOUNT', inbox, '-inf', '(0')
    redis.call('ZREMRANGEBYRANK', inbox, others, others + over - 1)
    redis.call('ZREM', inbox, 'all')
  end
end
