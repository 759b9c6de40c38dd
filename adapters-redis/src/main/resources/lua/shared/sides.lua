-- The index of shops nearby has two sides, 0 and 1: the front is in use, the back is being built or idle. Either counts on
-- the server alone where it was begun: another may lack part of it.
-- With shared/incarnation
-- state: hash; front: side, server; back: side, server, attempt to build it; upTo: id up to which all shops are in front
local function front(state)
  local side, server = string.match(redis.call('HGET', state, 'front') or '', '^(%d) (%x+)$')
  return server and server == instance() and side or nil
end

local function back(state)
  local side, server, attempt = string.match(redis.call('HGET', state, 'back') or '', '^(%d) (%x+) (%S+)$')
  if server and server == instance() then return side, attempt end
end

-- Whether an attempt to build the index, or the job that maintains it when none is named, writes to this side.
local function isWritten(state, side, attempt)
  local building, by = back(state)
  if attempt ~= '' then return building == side and by == attempt end
  return building == side or front(state) == side
end

-- Whether a side is neither in front nor being built, on whatever server.
local function isIdle(state, side)
  local sides = redis.call('HMGET', state, 'front', 'back')
  return string.sub(sides[1] or '', 1, 1) ~= side and string.sub(sides[2] or '', 1, 1) ~= side
end
