-- Finds the index in use.
-- With shared/shop-index
-- KEYS[1] state of the index
-- Result: attempt that built it, id up to which all shops are in it; nil when there is none
return isBuilt(KEYS[1]) and redis.call('HMGET', KEYS[1], 'built', 'upTo')
