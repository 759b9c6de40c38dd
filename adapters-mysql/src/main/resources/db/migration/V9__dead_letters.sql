-- Entries that settlement passed over, whatever holds the queue: their orders keep their reservations until an operator
-- decides. Dead letters of earlier versions were of orders that had been refused already; nothing of them is kept.
CREATE TABLE IF NOT EXISTS dead_letter (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    shard       INT UNSIGNED    NOT NULL,
    entry_ms    BIGINT          NULL COMMENT 'no entry: a skip is requested',
    entry_seq   BIGINT          NULL,
    order_id    BIGINT          NULL COMMENT 'no order: the entry can''t be read',
    voucher_id  BIGINT UNSIGNED NULL,
    user_id     BIGINT UNSIGNED NULL,
    reason      VARCHAR(1000)   NOT NULL,
    create_time TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    UNIQUE KEY dead_letter_of_order (order_id),
    KEY dead_letter_of_buyer (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

DROP TABLE IF EXISTS queue_letter;

SET @entry_column = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'queue_entry' AND column_name = 'set_aside'),
    'ALTER TABLE queue_entry DROP COLUMN set_aside',
    'DO 0');
PREPARE entry_column FROM @entry_column;
EXECUTE entry_column;
DEALLOCATE PREPARE entry_column;
