-- Flash sales, their books and their waitlists. The first timestamp of a table always says its default: some servers would
-- add one.

CREATE TABLE IF NOT EXISTS flash_sale (
    voucher_id      BIGINT UNSIGNED  NOT NULL,
    shard           INT UNSIGNED     NOT NULL,
    issued          BIGINT           NOT NULL COMMENT 'all units ever put on sale',
    state           VARCHAR(16)      NOT NULL COMMENT 'OPEN, PAUSED',
    version         BIGINT           NOT NULL DEFAULT 0,
    acknowledgement VARCHAR(16)      NOT NULL DEFAULT 'ACCEPTED' COMMENT 'ACCEPTED, DURABLE',
    queue_version   BIGINT           NOT NULL DEFAULT 0 COMMENT 'the version that the queue confirmed',
    removed         TINYINT UNSIGNED NOT NULL DEFAULT 0 COMMENT '1: the queue holds it no more',
    revived_in      BIGINT           NOT NULL DEFAULT 0 COMMENT 'epoch of the last revival',
    waitlist_last   BIGINT           NULL DEFAULT NULL
        COMMENT 'number of the last who joined the waitlist, 0 for none; null without a waitlist',
    waiting_room    TINYINT          NOT NULL DEFAULT 0 COMMENT '1: buyers need a pass of the waiting room',
    signed_path     TINYINT          NOT NULL DEFAULT 0 COMMENT '1: buyers need the signed purchase path',
    PRIMARY KEY (voucher_id),
    KEY flash_sale_of_shard (shard),
    KEY flash_sale_with_waitlist (waitlist_last),
    KEY flash_sale_with_room (waiting_room)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

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

CREATE TABLE IF NOT EXISTS order_claim (
    voucher_id BIGINT UNSIGNED NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    order_id   BIGINT          NOT NULL,
    revision   BIGINT          NOT NULL DEFAULT 0,
    pay_until  TIMESTAMP(3)    NULL DEFAULT NULL COMMENT 'null: paid, or never due',
    PRIMARY KEY (voucher_id, user_id),
    KEY order_claim_of_due (pay_until, order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'a right that is used up; one live order per buyer and sale';

CREATE TABLE IF NOT EXISTS order_event (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    order_id    BIGINT          NOT NULL,
    kind        VARCHAR(16)     NOT NULL,
    happened_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    user_id     BIGINT UNSIGNED NULL DEFAULT NULL,
    number      BIGINT          NULL DEFAULT NULL,
    PRIMARY KEY (id),
    KEY order_event_of_order (order_id),
    UNIQUE KEY order_event_of_user (user_id, number)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS order_shard (
    shard         INT UNSIGNED    NOT NULL,
    fence         BIGINT          NOT NULL COMMENT 'whose writer may commit',
    connection_id BIGINT UNSIGNED NOT NULL COMMENT 'of the writer that raised the fence',
    last_ms       BIGINT          NOT NULL COMMENT 'last stream entry settled',
    last_seq      BIGINT          NOT NULL,
    epoch         BIGINT          NOT NULL DEFAULT 0 COMMENT 'grows with each rebuilding of the queue',
    PRIMARY KEY (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS order_rejection (
    order_id    BIGINT          NOT NULL,
    voucher_id  BIGINT UNSIGNED NOT NULL,
    user_id     BIGINT UNSIGNED NOT NULL,
    reason      VARCHAR(32)     NOT NULL,
    create_time TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (order_id),
    KEY order_rejection_of_buyer (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Any user may name an order as lost that is none: it concerns no other user.
CREATE TABLE IF NOT EXISTS order_lost (
    order_id    BIGINT          NOT NULL,
    user_id     BIGINT UNSIGNED NOT NULL,
    voucher_id  BIGINT UNSIGNED NOT NULL,
    create_time TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (order_id, user_id, voucher_id),
    KEY order_lost_of_buyer (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'accepted orders that were lost with the queue';

CREATE TABLE IF NOT EXISTS stock_return (
    id         BIGINT           NOT NULL COMMENT 'the order or adjustment',
    shard      INT UNSIGNED     NOT NULL COMMENT 'whose queue is owed the units',
    kind       VARCHAR(16)      NOT NULL COMMENT 'REJECTION',
    voucher_id BIGINT UNSIGNED  NOT NULL,
    user_id    BIGINT UNSIGNED  NOT NULL,
    units      INT              NOT NULL,
    done       TINYINT UNSIGNED NOT NULL DEFAULT 0,
    revision   BIGINT           NOT NULL DEFAULT 0,
    done_at    TIMESTAMP(3)     NULL DEFAULT NULL COMMENT 'when the queue released it',
    PRIMARY KEY (id, revision),
    KEY stock_return_owed (shard, done),
    KEY stock_return_of_sale (voucher_id, id),
    KEY stock_return_by_age (done_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Entries that settlement passed over, whatever holds the queue: their orders keep their reservations until an operator
-- decides.
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

CREATE TABLE IF NOT EXISTS waitlist_entry (
    voucher_id BIGINT UNSIGNED NOT NULL,
    number     BIGINT          NOT NULL COMMENT 'grows in the order in which buyers joined',
    user_id    BIGINT UNSIGNED NOT NULL,
    order_id   BIGINT          NOT NULL COMMENT 'the order by which the buyer is offered a unit',
    joined_at  TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (voucher_id, number),
    UNIQUE KEY waitlist_entry_of_buyer (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS waiting_room_revocation (
    voucher_id BIGINT UNSIGNED NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    revoked_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- The page of a shop lists its vouchers. MySQL has no CREATE INDEX IF NOT EXISTS.
SET @index_of_shop = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_voucher' AND index_name = 'tb_voucher_of_shop'),
    'DO 0',
    'CREATE INDEX tb_voucher_of_shop ON tb_voucher (shop_id)');
PREPARE index_of_shop FROM @index_of_shop;
EXECUTE index_of_shop;
DEALLOCATE PREPARE index_of_shop;
