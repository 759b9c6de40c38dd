-- An end that is further away than the lease is long was written before the clock went back. 0: not known.
SET @lease_micros = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'lock_lease' AND column_name = 'lease_micros'),
    'DO 0',
    'ALTER TABLE lock_lease ADD COLUMN lease_micros BIGINT NOT NULL DEFAULT 0');
PREPARE lease_micros FROM @lease_micros;
EXECUTE lease_micros;
DEALLOCATE PREPARE lease_micros;
