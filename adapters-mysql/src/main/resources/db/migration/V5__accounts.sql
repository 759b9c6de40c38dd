-- Sessions, roles, which merchant owns which shop, second factors, and what matters for security.

CREATE TABLE IF NOT EXISTS user_session (
    id            CHAR(32) CHARACTER SET ascii COLLATE ascii_bin    NOT NULL,
    user_id       BIGINT UNSIGNED                                   NOT NULL,
    created_at    TIMESTAMP(3)                                      NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    last_seen_at  TIMESTAMP(3)                                      NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    ends_at       TIMESTAMP(3)                                      NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    ended_at      TIMESTAMP(3)                                      NULL     DEFAULT NULL,
    address       VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    second_factor BOOLEAN                                           NOT NULL DEFAULT FALSE,
    PRIMARY KEY (id),
    KEY user_session_of_user (user_id),
    KEY user_session_by_end (ends_at)
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

CREATE TABLE IF NOT EXISTS user_totp (
    user_id   BIGINT UNSIGNED  NOT NULL,
    secret    VARBINARY(64)    NOT NULL,
    last_step BIGINT           NOT NULL DEFAULT 0 COMMENT 'the step of the password that was used last',
    wrong     TINYINT UNSIGNED NOT NULL DEFAULT 0 COMMENT 'wrong passwords of that day',
    wrong_on  DATE             NOT NULL DEFAULT '2000-01-01' COMMENT 'UTC',
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS audit_event (
    id      BIGINT UNSIGNED                                   NOT NULL AUTO_INCREMENT,
    at      TIMESTAMP(3)                                      NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    actor   BIGINT UNSIGNED                                   NULL     DEFAULT NULL,
    address VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    action  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject VARCHAR(500)                                      NOT NULL,
    outcome VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (id),
    KEY audit_event_of_actor (actor, id),
    KEY audit_event_of_action (action, id),
    KEY audit_event_by_time (at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
