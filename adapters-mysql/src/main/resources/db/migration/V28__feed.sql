-- How far users saw their feeds.

CREATE TABLE IF NOT EXISTS feed_seen (
    user_id BIGINT UNSIGNED NOT NULL,
    seen_at DATETIME        NOT NULL COMMENT 'of the newest note that was seen, at +00:00',
    note_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
