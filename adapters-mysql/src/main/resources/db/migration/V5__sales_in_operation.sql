-- What operators do to sales while they run. MySQL has no ADD COLUMN IF NOT EXISTS and no CREATE INDEX IF NOT EXISTS.

SET @sale_columns = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'flash_sale' AND column_name = 'acknowledgement'),
    'DO 0',
    'ALTER TABLE flash_sale
        ADD COLUMN acknowledgement VARCHAR(16) NOT NULL DEFAULT ''ACCEPTED'' COMMENT ''ACCEPTED, DURABLE'',
        ADD COLUMN queue_version BIGINT NOT NULL DEFAULT 0 COMMENT ''the version that the queue confirmed'',
        ADD COLUMN removed TINYINT UNSIGNED NOT NULL DEFAULT 0 COMMENT ''1: the queue holds it no more''');
PREPARE sale_columns FROM @sale_columns;
EXECUTE sale_columns;
DEALLOCATE PREPARE sale_columns;

SET @rejections_of_buyer = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'order_rejection'
            AND index_name = 'order_rejection_of_buyer'),
    'DO 0',
    'CREATE INDEX order_rejection_of_buyer ON order_rejection (voucher_id, user_id)');
PREPARE rejections_of_buyer FROM @rejections_of_buyer;
EXECUTE rejections_of_buyer;
DEALLOCATE PREPARE rejections_of_buyer;

CREATE TABLE IF NOT EXISTS stock_adjustment (
    id          BIGINT          NOT NULL,
    voucher_id  BIGINT UNSIGNED NOT NULL,
    name        VARBINARY(255)  NOT NULL COMMENT 'its operator''s name for it, in UTF-8',
    units       BIGINT          NOT NULL COMMENT 'more, or fewer when negative',
    state       VARCHAR(16)     NOT NULL COMMENT 'PENDING, DONE, REFUSED',
    create_time TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    UNIQUE KEY stock_adjustment_of_sale (voucher_id, name),
    KEY stock_adjustment_pending (state)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
