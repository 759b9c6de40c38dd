-- The key of an epoch holds its number and the server that it began on, so that a server that may have lost something is
-- closed by itself, whichever node asks it first.
-- With shared/incarnation
local function read(key) return string.match(redis.call('GET', key) or '', '^(%d+) (%x+) (%a+)$') end

-- Whether buyers are let in: those who expect this epoch, or any when none is named.
local function isOpen(key, expected)
  local number, server, state = read(key)
  return state == 'open' and (not expected or number == expected) and server == instance()
end

-- Whether this epoch is being prepared, and nothing was lost since that began.
local function isRebuilding(key, expected)
  local number, server, state = read(key)
  return state == 'rebuilding' and number == expected and server == instance()
end
