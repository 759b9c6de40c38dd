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

-- An order that a buyer named and nobody knows: whoever names another's harms nobody.
CREATE TABLE IF NOT EXISTS order_lost (
    order_id    BIGINT          NOT NULL,
    user_id     BIGINT UNSIGNED NOT NULL,
    voucher_id  BIGINT UNSIGNED NOT NULL,
    create_time TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (order_id, user_id, voucher_id),
    KEY order_lost_of_buyer (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'accepted orders that were lost with the queue';

-- It was to hold which server was verified last; the server itself holds that, with the epoch.
DROP TABLE IF EXISTS redis_instance;
