-- Purchase requests by sale, minute and outcome, which nodes add up.

CREATE TABLE IF NOT EXISTS sale_minute (
    voucher_id BIGINT UNSIGNED NOT NULL,
    minute     DATETIME        NOT NULL COMMENT 'UTC',
    outcome    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    requests   BIGINT          NOT NULL,
    PRIMARY KEY (voucher_id, minute, outcome)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
