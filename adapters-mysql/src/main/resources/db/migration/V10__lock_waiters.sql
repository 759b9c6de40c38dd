-- The first waiter for a row's lock: until then nobody else takes the lock, wherever they ask.
SET @waiter_columns = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'lock_lease' AND column_name = 'waiter'),
    'DO 0',
    'ALTER TABLE lock_lease
        ADD COLUMN waiter VARBINARY(255) NOT NULL DEFAULT '''' COMMENT ''empty: nobody'',
        ADD COLUMN waits_until DATETIME(6) NOT NULL DEFAULT ''1970-01-01 00:00:00'' COMMENT ''unless it asks again''');
PREPARE waiter_columns FROM @waiter_columns;
EXECUTE waiter_columns;
DEALLOCATE PREPARE waiter_columns;
