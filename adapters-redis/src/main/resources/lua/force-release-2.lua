-- Takes a key from all who hold it, and has those who wait ask for it.
-- With shared/clock
-- KEYS[1] holds
-- KEYS[2] line
-- ARGV[1] key's own name, for the messages to waiters
-- Result: the former holders
local all, holders = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  local depth, ends = string.match(all[i + 1], '^%d+ %d+ (%d+) (%d+) %d+$')
  if tonumber(depth) > 0 and tonumber(ends) > now() then holders[#holders + 1] = all[i] end
end
redis.call('DEL', KEYS[1])
for _, waiter in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local _, channel, holder = string.match(waiter, '^(%d+) (%S+) (%S+)$')
  redis.call('PUBLISH', channel, holder .. ' ' .. ARGV[1])
end
return holders
