-- A part of a buyer's order list, newest first.
-- KEYS[1] list: sorted set of order ids
-- KEYS[2] cards of the list: hash, with its state
-- ARGV[1] score of the order after which to begin, or nothing
-- ARGV[2] id of that order, as a member of the list
-- ARGV[3] how many orders at most
-- Result: nil when the list is not loaded; or its state, and id and card of each order
local state = redis.call('HGET', KEYS[2], 'state')
if state ~= 'all' and state ~= 'newest' then return nil end
local ids
if ARGV[1] == '' then
  ids = redis.call('ZREVRANGE', KEYS[1], 0, tonumber(ARGV[3]) - 1)
else
  ids = redis.call('ZREVRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '-inf', 'LIMIT', 0, ARGV[3])
  -- Of the same score, the list has them by id.
  local same = redis.call('ZREVRANGEBYSCORE', KEYS[1], ARGV[1], ARGV[1])
  for i = #same, 1, -1 do
    if same[i] < ARGV[2] then table.insert(ids, 1, same[i]) end
  end
end
local answer = {state}
local count = math.min(#ids, tonumber(ARGV[3]))
if count == 0 then return answer end
local cards = redis.call('HMGET', KEYS[2], unpack(ids, 1, count))
for i = 1, count do
  answer[2 * i], answer[2 * i + 1] = ids[i], cards[i]
end
return answer
