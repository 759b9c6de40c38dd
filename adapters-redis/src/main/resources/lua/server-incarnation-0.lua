-- The incarnation of this server.
-- With shared/instance
-- Result: run_id and replication id
return instance()
