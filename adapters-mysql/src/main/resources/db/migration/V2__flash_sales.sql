-- Flash sales and their books. The first timestamp of a table always says its default: some servers would add one.

CREATE TABLE flash_sale (
    voucher_id BIGINT UNSIGNED NOT NULL,
    shard      INT UNSIGNED    NOT NULL,
    issued     BIGINT          NOT NULL COMMENT 'all units ever put on sale',
    state      VARCHAR(16)     NOT NULL COMMENT 'OPEN, PAUSED',
    version    BIGINT          NOT NULL DEFAULT 0,
    PRIMARY KEY (voucher_id),
    KEY flash_sale_of_shard (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE order_claim (
    voucher_id BIGINT UNSIGNED NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    order_id   BIGINT          NOT NULL,
    PRIMARY KEY (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'a right that is used up; one live order per buyer and sale';

CREATE TABLE order_event (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    order_id    BIGINT          NOT NULL,
    kind        VARCHAR(16)     NOT NULL,
    happened_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    KEY order_event_of_order (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE order_shard (
    shard         INT UNSIGNED    NOT NULL,
    fence         BIGINT          NOT NULL COMMENT 'whose writer may commit',
    connection_id BIGINT UNSIGNED NOT NULL COMMENT 'of the writer that raised the fence',
    last_ms       BIGINT          NOT NULL COMMENT 'last stream entry settled',
    last_seq      BIGINT          NOT NULL,
    PRIMARY KEY (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE order_rejection (
    order_id    BIGINT          NOT NULL,
    voucher_id  BIGINT UNSIGNED NOT NULL,
    user_id     BIGINT UNSIGNED NOT NULL,
    reason      VARCHAR(32)     NOT NULL,
    create_time TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE stock_return (
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

CREATE TABLE redis_instance (
    shard       INT UNSIGNED NOT NULL,
    run_id      VARCHAR(64)  NOT NULL,
    epoch       BIGINT       NOT NULL,
    verified_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- The page of a shop lists its vouchers.
CREATE INDEX tb_voucher_of_shop ON tb_voucher (shop_id);
