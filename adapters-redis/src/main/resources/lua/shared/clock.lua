-- Time by Redis, asked for when it is first needed and the same in all of a script. No other script asks for it.
local time

-- Epoch microseconds.
local function micros()
  if not time then
    local parts = redis.call('TIME')
    time = tonumber(parts[1]) * 1000000 + tonumber(parts[2])
  end
  return time
end

-- Epoch milliseconds.
local function now() return math.floor(micros() / 1000) end

local function whole(number)
  return string.format('%.0f', number)
end
