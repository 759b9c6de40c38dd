-- Sessions, roles, and which merchant owns which shop.

CREATE TABLE IF NOT EXISTS user_session (
    id           CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    user_id      BIGINT UNSIGNED                                NOT NULL,
    created_at   TIMESTAMP(3)                                   NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    last_seen_at TIMESTAMP(3)                                   NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    ends_at      TIMESTAMP(3)                                   NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    ended_at     TIMESTAMP(3)                                   NULL     DEFAULT NULL,
    PRIMARY KEY (id),
    KEY user_session_of_user (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS user_role (
    user_id BIGINT UNSIGNED NOT NULL,
    role    VARCHAR(16)     NOT NULL COMMENT 'SHOPPER, MERCHANT, ADMIN; a user without a row is a shopper',
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS merchant_shop (
    shop_id BIGINT UNSIGNED NOT NULL,
    user_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (shop_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
