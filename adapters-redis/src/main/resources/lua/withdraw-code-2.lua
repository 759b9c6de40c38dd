-- Takes a login code and the pause after it back, unless another was issued since.
-- KEYS[1] code
-- KEYS[2] pause of the phone
-- ARGV[1] digest
-- Result: the number of keys removed
local removed = 0
if redis.call('HGET', KEYS[1], 'digest') == ARGV[1] then removed = redis.call('DEL', KEYS[1]) end
if redis.call('GET', KEYS[2]) == ARGV[1] then removed = removed + redis.call('DEL', KEYS[2]) end
return removed
