-- Sales that are called off, the money that people have to return for them, and who redeemed an order.

CREATE TABLE IF NOT EXISTS sale_call_off (
    voucher_id  BIGINT UNSIGNED NOT NULL,
    actor       BIGINT UNSIGNED NOT NULL,
    reason      VARCHAR(500)    NOT NULL,
    begun_at    TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    after_order BIGINT          NOT NULL DEFAULT 0 COMMENT 'the order that this pass over the orders reached',
    reopened    BIGINT          NOT NULL DEFAULT 0 COMMENT 'grows with what makes an earlier count void',
    done_at     TIMESTAMP(3)    NULL     DEFAULT NULL COMMENT 'null: orders are left, or refunds are open',
    cancelled   BIGINT          NOT NULL DEFAULT 0 COMMENT 'this and the following: at the end',
    refunded    BIGINT          NOT NULL DEFAULT 0,
    used        BIGINT          NOT NULL DEFAULT 0,
    to_return   BIGINT          NOT NULL DEFAULT 0,
    money_in    BIGINT          NOT NULL DEFAULT 0 COMMENT 'cents',
    money_out   BIGINT          NOT NULL DEFAULT 0,
    money_used  BIGINT          NOT NULL DEFAULT 0,
    money_to_return BIGINT          NOT NULL DEFAULT 0,
    PRIMARY KEY (voucher_id),
    KEY sale_call_off_done (done_at, voucher_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS money_to_return (
    order_id   BIGINT          NOT NULL,
    voucher_id BIGINT UNSIGNED NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    amount     BIGINT          NOT NULL COMMENT 'cents',
    noted_at    TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (order_id),
    KEY money_to_return_of_sale (voucher_id, order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'paid orders of called-off sales that no gateway could refund';

SET @staff_of_order_event = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'order_event' AND column_name = 'staff_id'),
    'DO 0',
    'ALTER TABLE order_event ADD COLUMN staff_id BIGINT UNSIGNED NULL DEFAULT NULL COMMENT ''who redeemed, or undid it''');
PREPARE staff_of_order_event FROM @staff_of_order_event;
EXECUTE staff_of_order_event;
DEALLOCATE PREPARE staff_of_order_event;

-- The orders of a sale are read in pages. MySQL has no CREATE INDEX IF NOT EXISTS.
SET @index_of_voucher = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_voucher_order' AND index_name = 'tb_voucher_order_of_voucher'),
    'DO 0',
    'CREATE INDEX tb_voucher_order_of_voucher ON tb_voucher_order (voucher_id, id)');
PREPARE index_of_voucher FROM @index_of_voucher;
EXECUTE index_of_voucher;
DEALLOCATE PREPARE index_of_voucher;
