-- Uses up a login code.
-- Wrong tries are counted by kind: those that name the challenge, and those that don't. The last one allowed voids the code
-- for its kind.
-- KEYS[1] code of the challenge
-- ARGV[1] the digests that are right, separated by blanks
-- ARGV[2] the number of wrong tries that voids the code
-- ARGV[3] kind of the try
-- Result: 1 right, 0 wrong, void or no code
local code = redis.call('HMGET', KEYS[1], 'digest', ARGV[3])
if not code[1] or tonumber(code[2] or '0') >= tonumber(ARGV[2]) then return 0 end
if not string.find(' ' .. ARGV[1] .. ' ', ' ' .. code[1] .. ' ', 1, true) then
    redis.call('HINCRBY', KEYS[1], ARGV[3], 1)
    return 0
end
redis.call('DEL', KEYS[1])
return 1
