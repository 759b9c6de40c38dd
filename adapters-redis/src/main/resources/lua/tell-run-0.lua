-- Tells which server this is, and since when it is what it is.
-- With shared/instance
-- Result: the instance
return instance()
