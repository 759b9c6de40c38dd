-- The incarnation of this server.
-- With shared/incarnation
-- Result: run_id and replication id
return instance()
