-- Answers up to which id all shops are in the index.
-- With shared/shop-index
-- KEYS[1] state of the index
-- Result: that id; nil when there is no index
return isBuilt(KEYS[1]) and redis.call('HGET', KEYS[1], 'upTo')
