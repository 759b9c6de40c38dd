-- Sessions say where they come from, staff have a second factor, and what matters for security is written down. MySQL has
-- no ADD COLUMN IF NOT EXISTS.

SET @session_origin = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'user_session' AND column_name = 'second_factor'),
    'DO 0',
    'ALTER TABLE user_session
        ADD COLUMN address VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '''',
        ADD COLUMN second_factor BOOLEAN NOT NULL DEFAULT FALSE,
        ADD KEY user_session_by_end (ends_at)');
PREPARE session_origin FROM @session_origin;
EXECUTE session_origin;
DEALLOCATE PREPARE session_origin;

CREATE TABLE IF NOT EXISTS user_totp (
    user_id   BIGINT UNSIGNED NOT NULL,
    secret    VARBINARY(64)   NOT NULL,
    last_step BIGINT          NOT NULL DEFAULT 0 COMMENT 'the step of the password that was used last',
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
    KEY audit_event_of_action (action, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
