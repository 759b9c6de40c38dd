-- Takes back the try of a password that was right: all tries of its address, or else one of those that other addresses share.
-- The pause that goes with it was set by this try: while there is one, no try counts.
-- KEYS[1] pause of all other addresses, KEYS[2] their tries
-- KEYS[3] pause of this address, KEYS[4] its tries
-- Result: OK
if redis.call('DEL', KEYS[4]) == 1 then
  redis.call('DEL', KEYS[3])
elseif redis.call('EXISTS', KEYS[2]) == 1 then
  if redis.call('DECR', KEYS[2]) <= 0 then redis.call('DEL', KEYS[2]) end
  redis.call('DEL', KEYS[1])
end
return redis.status_reply('OK')
