-- Makes a sale in place of what there was of it, with buyers that were loaded aside.
-- loaded: hash, its claims; count: how many have to be there
-- terms: state, begin, end, version, free units; contained: adjustments that the free units contain, from first on
-- Whether it was made; false when claims were lost since they were loaded.
local function make(sale, buyers, adjustments, loaded, count, terms, contained, first)
  if redis.call('HLEN', loaded) ~= tonumber(count) then return false end
  redis.call('UNLINK', sale, buyers, adjustments)
  if redis.call('EXISTS', loaded) == 1 then
    redis.call('RENAME', loaded, buyers)
    redis.call('PERSIST', buyers)
  end
  -- The stack of a script holds some thousands of values.
  for i = first, #contained, 1000 do
    redis.call('SADD', adjustments, unpack(contained, i, math.min(i + 999, #contained)))
  end
  redis.call('HSET', sale, 'state', terms[1], 'begin', terms[2], 'end', terms[3], 'version', terms[4], 'free', terms[5])
  return true
end
