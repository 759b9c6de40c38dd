-- Takes a key from all who hold it, and has those who wait ask for it.
-- KEYS[1] holds
-- KEYS[2] line
-- ARGV[1] key's own name, told to those who wait
-- Result: the former holders
local holders = redis.call('HKEYS', KEYS[1])
redis.call('DEL', KEYS[1])
for _, waiter in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local _, channel, holder = string.match(waiter, '^(%d+) (%S+) (%S+)$')
  redis.call('PUBLISH', channel, table.concat({holder, 1, ARGV[1]}, ' '))
end
return holders
