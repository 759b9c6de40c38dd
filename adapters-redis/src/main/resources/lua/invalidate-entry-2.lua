-- Deletes an entry and the load ticket on it.
-- With shared/incarnation
-- KEYS[1] entry
-- KEYS[2] load ticket on it
-- Result: the incarnation of this server
redis.call('DEL', KEYS[1], KEYS[2])
return instance()
