-- Forgets an entry and voids the lease on it.
-- With shared/instance
-- KEYS[1] entry
-- KEYS[2] lease on it
-- Result: which server did
redis.call('DEL', KEYS[1], KEYS[2])
return instance()
