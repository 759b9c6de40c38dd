-- Keys that refuse something until they expire.
-- Milliseconds until then, at most as many as the key is given: an expiry further away was set before the clock went back.
local function left(key, longest)
  local millis = redis.call('PTTL', key)
  if millis <= tonumber(longest) then return millis end
  redis.call('PEXPIRE', key, string.format('%.0f', longest))
  return tonumber(longest)
end

-- The length of the last of `count` pauses; each is twice as long as the one before, up to the longest.
local function pauseOf(count, first, longest) return math.min(first * 2 ^ math.max(0, count - 1), tonumber(longest)) end
