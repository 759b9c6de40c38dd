-- Reads the bitmaps of a user's months. It only reads.
-- KEYS[1...12] month: bit 1 is its first day
-- Result: the first 32 bits of each as a number, bit 0 highest
local months = {}
for i, key in ipairs(KEYS) do
  months[i] = redis.call('BITFIELD_RO', key, 'GET', 'u32', 0)[1]
end
return months
