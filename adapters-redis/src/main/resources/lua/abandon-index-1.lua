-- Ends whatever attempt to build the index is under way.
-- KEYS[1] state of the index
-- Result: the side that is idle then
redis.call('HDEL', KEYS[1], 'back')
return string.sub(redis.call('HGET', KEYS[1], 'front') or '', 1, 1) == '0' and 1 or 0
