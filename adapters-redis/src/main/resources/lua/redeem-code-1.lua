-- Uses up a login code; wrong tries are counted, and the last one allowed voids it.
-- KEYS[1] code
-- ARGV[1] digest
-- ARGV[2] as many wrong tries as void the code
-- Result: 1 right, 0 wrong or no code
local digest = redis.call('HGET', KEYS[1], 'digest')
if not digest then return 0 end
if digest == ARGV[1] then
    redis.call('DEL', KEYS[1])
    return 1
end
if redis.call('HINCRBY', KEYS[1], 'tries', 1) >= tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
return 0
