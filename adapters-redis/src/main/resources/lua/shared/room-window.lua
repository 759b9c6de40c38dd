-- The window of a sale that a waiting room follows.
-- Takes over the window of a sale by a later version.
local function follow(keys, room, begin, expiry, version)
  if tonumber(version) <= (room.version or 0) then return end
  room.begin, room.expiry = tonumber(begin), tonumber(expiry)
  redis.call('HSET', keys[1], 'begin', begin, 'expiry', expiry, 'version', version)
  for _, key in ipairs(keys) do redis.call('PEXPIREAT', key, expiry) end
end
