-- Tells whether buyers who expect this epoch are let in.
-- With shared/epoch
-- KEYS[1] epoch of the shard
-- ARGV[1] number of the epoch
-- Result: 1 they are, 0 they are not
return isOpen(KEYS[1], ARGV[1]) and 1 or 0
