-- Time by Redis, asked for when it is first needed and the same in all of a script.
local seconds, micros

-- Epoch milliseconds.
local function now()
  if not seconds then
    local time = redis.call('TIME')
    seconds, micros = tonumber(time[1]), tonumber(time[2])
  end
  return seconds * 1000 + math.floor(micros / 1000)
end

local function whole(number)
  return string.format('%.0f', number)
end
