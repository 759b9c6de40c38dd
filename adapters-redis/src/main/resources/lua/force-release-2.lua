-- Takes a key from all holders, and wakes all waiters.
-- With shared/clock
-- KEYS[1] leases
-- KEYS[2] queue
-- ARGV[1] key's own name, for the messages to waiters
-- Result: the former holders
local all, holders = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  local count, ends = string.match(all[i + 1], '^%d+ %d+ (%d+) (%d+) %d+$')
  if tonumber(count) > 0 and tonumber(ends) > now() then holders[#holders + 1] = all[i] end
end
redis.call('DEL', KEYS[1])
for _, waiter in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local _, channel, holder = string.match(waiter, '^(%d+) (%S+) (%S+)$')
  redis.call('PUBLISH', channel, holder .. ' ' .. ARGV[1])
end
return holders
