-- Sales that are planned and corrected: changes under way between database and queue.

CREATE TABLE IF NOT EXISTS sale_change (
    voucher_id   BIGINT UNSIGNED  NOT NULL,
    version      BIGINT           NOT NULL COMMENT 'that the sale has with the change',
    decision     VARCHAR(16)      NOT NULL DEFAULT 'PENDING' COMMENT 'PENDING; APPLIED, BEGUN, OVERTAKEN, NO_SUCH_SALE',
    state        VARCHAR(16)      NOT NULL COMMENT 'of the sale with the change; DRAFT withdraws it',
    before_begin TINYINT UNSIGNED NOT NULL COMMENT '1: it must come some time before the begin',
    title        VARCHAR(255)     NOT NULL,
    sub_title    VARCHAR(255)     NULL DEFAULT NULL,
    rules        VARCHAR(1024)    NULL DEFAULT NULL,
    pay_value    BIGINT           NOT NULL,
    actual_value BIGINT           NOT NULL,
    begin_time   DATETIME         NOT NULL COMMENT 'UTC',
    end_time     DATETIME         NOT NULL COMMENT 'UTC',
    actor        BIGINT UNSIGNED  NOT NULL COMMENT 'of the audit entry, as the next ones',
    address      VARCHAR(64)      NOT NULL,
    operation    VARCHAR(64)      NOT NULL,
    subject      VARCHAR(500)     NOT NULL,
    reason       VARCHAR(500)     NOT NULL,
    create_time  TIMESTAMP(3)     NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (voucher_id, version),
    KEY sale_change_pending (decision, voucher_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

SET @change_of_queue_sale = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'queue_sale' AND column_name = 'changed'),
    'DO 0',
    'ALTER TABLE queue_sale
        ADD COLUMN changed BIGINT NOT NULL DEFAULT 0 COMMENT ''version of the change that was applied last''');
PREPARE change_of_queue_sale FROM @change_of_queue_sale;
EXECUTE change_of_queue_sale;
DEALLOCATE PREPARE change_of_queue_sale;
