-- Flash sales and their books. The first timestamp of a table always says its default: some servers would add one.

CREATE TABLE IF NOT EXISTS flash_sale (
    voucher_id BIGINT UNSIGNED NOT NULL,
    shard      INT UNSIGNED    NOT NULL,
    issued     BIGINT          NOT NULL COMMENT 'all units ever put on sale',
    state      VARCHAR(16)     NOT NULL COMMENT 'OPEN, PAUSED',
    version    BIGINT          NOT NULL DEFAULT 0,
    PRIMARY KEY (voucher_id),
    KEY flash_sale_of_shard (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS order_claim (
    voucher_id BIGINT UNSIGNED NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    order_id   BIGINT          NOT NULL,
    PRIMARY KEY (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'a right that is used up; one live order per buyer and sale';

CREATE TABLE IF NOT EXISTS order_event (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    order_id    BIGINT          NOT NULL,
    kind        VARCHAR(16)     NOT NULL,
    happened_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    KEY order_event_of_order (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS order_shard (
    shard         INT UNSIGNED    NOT NULL,
    fence         BIGINT          NOT NULL COMMENT 'whose writer may commit',
    connection_id BIGINT UNSIGNED NOT NULL COMMENT 'of the writer that raised the fence',
    last_ms       BIGINT          NOT NULL COMMENT 'last stream entry settled',
    last_seq      BIGINT          NOT NULL,
    PRIMARY KEY (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS order_rejection (
    order_id    BIGINT          NOT NULL,
    voucher_id  BIGINT UNSIGNED NOT NULL,
    user_id     BIGINT UNSIGNED NOT NULL,
    reason      VARCHAR(32)     NOT NULL,
    create_time TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS stock_return (
    id         BIGINT           NOT NULL COMMENT 'the order or adjustment',
    shard      INT UNSIGNED     NOT NULL COMMENT 'whose queue is owed the units',
    kind       VARCHAR(16)      NOT NULL COMMENT 'REJECTION',
    voucher_id BIGINT UNSIGNED  NOT NULL,
    user_id    BIGINT UNSIGNED  NOT NULL,
    units      INT              NOT NULL,
    done       TINYINT UNSIGNED NOT NULL DEFAULT 0,
    PRIMARY KEY (id),
    KEY stock_return_owed (shard, done)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS redis_instance (
    shard       INT UNSIGNED NOT NULL,
    run_id      VARCHAR(64)  NOT NULL,
    epoch       BIGINT       NOT NULL,
    verified_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (shard)
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
