-- Orders after their sale: how long ordinary ones may stay unpaid, payments, refunds, and keys of requests that may be
-- repeated.

CREATE TABLE IF NOT EXISTS unpaid_order (
    order_id  BIGINT       NOT NULL,
    pay_until TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) COMMENT 'by the clock of the database',
    PRIMARY KEY (order_id),
    KEY unpaid_order_of_due (pay_until)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'ordinary orders that expire';

CREATE TABLE IF NOT EXISTS payment (
    id              BIGINT           NOT NULL,
    order_id        BIGINT           NOT NULL,
    pay_type        TINYINT UNSIGNED NOT NULL,
    amount          BIGINT           NOT NULL COMMENT 'cents',
    status          VARCHAR(16)      NOT NULL COMMENT 'PENDING, CAPTURED, REFUSED',
    outcome         VARCHAR(16)      NULL     DEFAULT NULL COMMENT 'of a captured one: PAID, TO_REFUND, LATE until decided',
    captured        BIGINT           NOT NULL DEFAULT 0,
    captured_at     TIMESTAMP(3)     NULL     DEFAULT NULL,
    refunded        BIGINT           NOT NULL DEFAULT 0,
    created_at      TIMESTAMP(3)     NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    outcome_checked TINYINT          NOT NULL DEFAULT 0 COMMENT '1: it paid its order, or has a refund',
    PRIMARY KEY (id),
    KEY payment_of_order (order_id),
    KEY payment_by_status (status, created_at),
    KEY payment_by_outcome (outcome, captured_at),
    KEY payment_to_check (status, outcome_checked, created_at),
    CONSTRAINT payment_refunded CHECK (refunded <= captured)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'attempts to pay orders';

CREATE TABLE IF NOT EXISTS refund (
    payment_id BIGINT       NOT NULL,
    order_id   BIGINT       NOT NULL,
    amount     BIGINT       NOT NULL COMMENT 'cents',
    reason     VARCHAR(16)  NOT NULL COMMENT 'REQUESTED, DUPLICATE, LATE, WRONG_AMOUNT',
    done       TINYINT      NOT NULL DEFAULT 0,
    created_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    done_at    TIMESTAMP(3) NULL     DEFAULT NULL,
    PRIMARY KEY (payment_id),
    KEY refund_of_order (order_id),
    KEY refund_pending (done, created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'a payment is refunded whole, and once';

CREATE TABLE IF NOT EXISTS payment_notification (
    id          VARBINARY(64) NOT NULL,
    received_at TIMESTAMP(3)  NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    KEY payment_notification_by_age (received_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'notifications of gateways that were recorded';

CREATE TABLE IF NOT EXISTS sandbox_charge (
    payment_id BIGINT       NOT NULL,
    amount     BIGINT       NOT NULL,
    outcome    VARCHAR(16)  NOT NULL COMMENT 'CAPTURED, REFUSED, PENDING',
    refunded   BIGINT       NOT NULL DEFAULT 0,
    created_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (payment_id),
    KEY sandbox_charge_by_age (created_at),
    CONSTRAINT sandbox_charge_refunded CHECK (refunded <= amount)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'what the sandbox gateway did with play money';

CREATE TABLE IF NOT EXISTS idempotency_key (
    user_id     BIGINT UNSIGNED NOT NULL,
    request_key VARBINARY(64)   NOT NULL,
    operation   VARCHAR(32)     NOT NULL,
    fingerprint CHAR(64)        NOT NULL COMMENT 'SHA-256 of path and body',
    subject     BIGINT          NOT NULL COMMENT 'id of what the request makes',
    answer      TEXT            NULL     DEFAULT NULL COMMENT 'null until the request is done',
    claimed_at  TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (user_id, request_key),
    KEY idempotency_key_by_age (claimed_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- A buyer lists the own orders, newest first. MySQL has no CREATE INDEX IF NOT EXISTS.
SET @index_of_buyer = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_voucher_order' AND index_name = 'tb_voucher_order_of_buyer'),
    'DO 0',
    'CREATE INDEX tb_voucher_order_of_buyer ON tb_voucher_order (user_id, create_time)');
PREPARE index_of_buyer FROM @index_of_buyer;
EXECUTE index_of_buyer;
DEALLOCATE PREPARE index_of_buyer;
