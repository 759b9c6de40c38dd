-- The epoch that the queue of a shard has to be of. MySQL has no ADD COLUMN IF NOT EXISTS.

SET @shard_epoch = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'order_shard' AND column_name = 'epoch'),
    'DO 0',
    'ALTER TABLE order_shard
        ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0 COMMENT ''grows with each rebuilding of the queue''');
PREPARE shard_epoch FROM @shard_epoch;
EXECUTE shard_epoch;
DEALLOCATE PREPARE shard_epoch;

SET @queue_epoch = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'queue_shard' AND column_name = 'epoch'),
    'DO 0',
    'ALTER TABLE queue_shard
        ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0 COMMENT ''who expects another is not let in'',
        ADD COLUMN let_in TINYINT UNSIGNED NOT NULL DEFAULT 1 COMMENT ''0: nobody is, while the queue is rebuilt''');
PREPARE queue_epoch FROM @queue_epoch;
EXECUTE queue_epoch;
DEALLOCATE PREPARE queue_epoch;

-- It was to hold which server was verified last; the server itself holds that, with the epoch.
DROP TABLE IF EXISTS redis_instance;
