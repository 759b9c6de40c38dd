-- Puts an order into its buyer's list, if that is loaded. A load under way does not count any more.
-- KEYS[1] list: sorted set of order ids
-- KEYS[2] cards of the list: hash, with its state
-- ARGV[1] score
-- ARGV[2] id, as a member of the list
-- ARGV[3] card; its first character says how far the order is, and a card never replaces one that is further
-- ARGV[4] how many orders the list keeps
-- Result: 1 put, 0 the list is not loaded, or has a later card
local state = redis.call('HGET', KEYS[2], 'state')
if state ~= 'all' and state ~= 'newest' then
  redis.call('DEL', KEYS[2])
  return 0
end
local known = redis.call('HGET', KEYS[2], ARGV[2])
if known and string.byte(known) > string.byte(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
-- Both expire at once: a list that was empty has a new key.
redis.call('PEXPIRE', KEYS[1], redis.call('PTTL', KEYS[2]))
if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[4]) then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
  redis.call('ZREM', KEYS[1], oldest)
  redis.call('HDEL', KEYS[2], oldest)
  redis.call('HSET', KEYS[2], 'state', 'newest')
end
return 1
