-- The queue of orders, where MySQL keeps it in place of Redis. Times are milliseconds since 1970 by the server's clock.

CREATE TABLE IF NOT EXISTS queue_shard (
    shard    INT UNSIGNED     NOT NULL COMMENT 'no row: nobody is let in',
    last_ms  BIGINT           NOT NULL COMMENT 'the last entry id given out; whoever gives out more holds the row',
    last_seq BIGINT           NOT NULL COMMENT 'counts entries and never begins anew',
    epoch    BIGINT           NOT NULL DEFAULT 0 COMMENT 'who expects another is not let in',
    let_in   TINYINT UNSIGNED NOT NULL DEFAULT 1 COMMENT '0: nobody is, while the queue is rebuilt',
    PRIMARY KEY (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS queue_acknowledged (
    shard INT UNSIGNED NOT NULL,
    ms    BIGINT       NOT NULL COMMENT 'the last entry acknowledged',
    seq   BIGINT       NOT NULL,
    PRIMARY KEY (shard)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS queue_entry (
    shard      INT UNSIGNED NOT NULL,
    ms         BIGINT       NOT NULL,
    seq        BIGINT       NOT NULL,
    order_id   BIGINT       NULL,
    voucher_id BIGINT       NULL,
    user_id    BIGINT       NULL,
    at_ms      BIGINT       NULL COMMENT 'when it was admitted',
    PRIMARY KEY (shard, ms, seq),
    KEY queue_entry_of_order (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS queue_book (
    id        BIGINT NOT NULL AUTO_INCREMENT,
    opened_ms BIGINT NOT NULL COMMENT 'a book of no sale is removed some time after',
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'the buyers and adjustments of one opening of a sale';

CREATE TABLE IF NOT EXISTS queue_sale (
    shard      INT UNSIGNED NOT NULL,
    voucher_id BIGINT       NOT NULL,
    book       BIGINT       NOT NULL,
    state      VARCHAR(16)  NOT NULL COMMENT 'OPEN, PAUSED',
    begin_ms   BIGINT       NOT NULL,
    end_ms     BIGINT       NOT NULL,
    free       BIGINT       NOT NULL,
    version    BIGINT       NOT NULL COMMENT 'of state and window',
    waitlist   BIGINT       NOT NULL DEFAULT 0
        COMMENT 'number up to which the units are held for the waitlist; 0: they are not',
    PRIMARY KEY (shard, voucher_id),
    UNIQUE KEY queue_sale_of_book (book)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS queue_buyer (
    book        BIGINT         NOT NULL,
    user_id     BIGINT         NOT NULL,
    order_id    BIGINT         NOT NULL,
    request_key VARBINARY(255) NOT NULL COMMENT 'in UTF-8; empty: none',
    seq         BIGINT         NOT NULL DEFAULT 0 COMMENT 'of the entry; 0: with the opening',
    PRIMARY KEY (book, user_id),
    KEY queue_buyer_by_seq (book, seq)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS queue_adjustment (
    book BIGINT NOT NULL,
    id   BIGINT NOT NULL,
    PRIMARY KEY (book, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
