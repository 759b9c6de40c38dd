-- Addresses that events of orders are sent to. The events themselves are the rows of order_event.

CREATE TABLE IF NOT EXISTS webhook (
    id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    url           VARCHAR(1000)   NOT NULL,
    secret        VARCHAR(64)     NOT NULL COMMENT 'the key of the signatures, in Base64',
    cursor_id     BIGINT UNSIGNED NOT NULL COMMENT 'the last event that was delivered',
    batch_end     BIGINT UNSIGNED NULL     DEFAULT NULL
        COMMENT 'the last event of the message under way, which is repeated as it was',
    failures      INT UNSIGNED    NOT NULL DEFAULT 0 COMMENT 'in a row',
    failing_since TIMESTAMP(3)    NULL     DEFAULT NULL,
    next_try_at   TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    last_error    VARCHAR(500)    NULL     DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- When an event happened may be long before it is written: orders wait in the queue.
SET @writing_of_event = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'order_event' AND column_name = 'written_at'),
    'DO 0',
    'ALTER TABLE order_event ADD COLUMN written_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)');
PREPARE writing_of_event FROM @writing_of_event;
EXECUTE writing_of_event;
DEALLOCATE PREPARE writing_of_event;
