-- Begins to use a turn.
-- With shared/ticket
-- KEYS[1] tickets, KEYS[2] room
-- ARGV[1] user, ARGV[2] number of the turn, ARGV[3] its end, for a room that was lost and does not know it
-- ARGV[4] key of the request, or nothing
-- ARGV[5] milliseconds that a use takes
-- Result: 1 begun for the first time, 2 begun before, or perhaps before the room was lost, 3 used up by this very request,
--   0 used, -1 revoked, -2 no room, -3 past its end
local expiry = redis.call('HGET', KEYS[2], 'expiry')
if not expiry then return -2 end
local kind, number, till, since, key = ticket(KEYS[1], ARGV[1])
local begun = kind == 'T' and since == 0 and 1 or 2
if not kind then kind, number, till, since, key = 'T', ARGV[2], tonumber(ARGV[3]), 0, '' end
if kind == 'R' then return -1 end
local same = key ~= '' and key == ARGV[4]
if number ~= ARGV[2] then return 0 end
if kind == 'D' and same then return 3 end
local free = isFree(kind, since, tonumber(ARGV[5]))
if free and now() >= till then return -3 end
if not (free or kind == 'U' and same) then return 0 end
keep(KEYS[1], ARGV[1], 'U', number, till, now(), ARGV[4])
redis.call('PEXPIREAT', KEYS[1], expiry)
return begun
