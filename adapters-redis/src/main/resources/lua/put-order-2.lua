-- Puts an order into its buyer's list, if that is loaded. A load under way does not count any more.
-- KEYS[1] list: a for all orders, or n for the newest when the database has older ones; and the cards, newest first
-- KEYS[2] load ticket on it
-- ARGV[1] card, as long as all others: score (13 digits) and id (19), by which lists are sorted, how far the order is (1
--   digit), and the rest. A card never replaces one that is further
-- ARGV[2] how many orders the list keeps
-- Result: 1 put, 0 the list is not loaded, or has a later card
local list, card = redis.call('GET', KEYS[1]), ARGV[1]
redis.call('DEL', KEYS[2])
if not list then return 0 end
local state = string.sub(list, 1, 1)
local id, cards, place = string.sub(card, 14, 32), {}, nil
for from = 2, #list, #card do
  local known = string.sub(list, from, from + #card - 1)
  if string.sub(known, 14, 32) ~= id then
    if not place and known < card then place = #cards + 1 end
    cards[#cards + 1] = known
  elseif string.byte(known, 33) > string.byte(card, 33) then
    return 0
  end
end
table.insert(cards, place or #cards + 1, card)
if #cards > tonumber(ARGV[2]) then
  cards[#cards] = nil
  state = 'n'
end
redis.call('SET', KEYS[1], state .. table.concat(cards), 'KEEPTTL')
return 1
