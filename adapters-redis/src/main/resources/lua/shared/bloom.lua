-- Bloom filters. Beside the bits of one stands a hash that describes it: build, instance (that it was begun on), expected,
-- rate, bits, hashes, keys (how many set a bit), highest (that its source brought).
-- A key is two hashes below 2^46, of which its positions are combined: exactly, as all stays below 2^53.
-- Bits and descriptions of another type count as lost.
-- With shared/incarnation
local function describe(description)
  local found = redis.pcall('HMGET', description, 'build', 'instance', 'bits', 'hashes')
  return found[1] and {
    build = found[1], instance = found[2], bits = tonumber(found[3]), hashes = tonumber(found[4])
  }
end

-- Whether every bit that was set since the filter was begun is there.
local function isWhole(filter, bits)
  local length = redis.pcall('STRLEN', bits)
  return type(length) == 'number' and length * 8 >= filter.bits and filter.instance == instance()
end

local function isOf(build, filter) return filter and filter.build == build end

local function contains(filter, bits, first, second)
  for i = 0, filter.hashes - 1 do
    if redis.pcall('GETBIT', bits, (first + i * second) % filter.bits) == 0 then return false end
  end
  return true
end

-- Whether a bit was set that was not.
local function add(filter, bits, first, second)
  local new = false
  for i = 0, filter.hashes - 1 do
    if redis.call('SETBIT', bits, (first + i * second) % filter.bits, 1) == 0 then new = true end
  end
  return new
end

-- Adds keys, given as the two hashes of each, to a filter that is there and whole: what is not must stay recognisable.
local function addTo(filter, bits, description, hashes)
  if not filter or not isWhole(filter, bits) then return end
  local new = 0
  for i = 1, #hashes, 2 do
    if add(filter, bits, hashes[i], hashes[i + 1]) then new = new + 1 end
  end
  if new > 0 then redis.call('HINCRBY', description, 'keys', new) end
end
