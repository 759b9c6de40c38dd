-- Notes that are not in the inboxes of their authors' followers yet, and authors whose notes are pulled.

CREATE TABLE IF NOT EXISTS feed_outbox (
    note_id     BIGINT UNSIGNED NOT NULL,
    user_id     BIGINT UNSIGNED NOT NULL,
    create_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP COMMENT 'of the note',
    PRIMARY KEY (note_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS pulled_author (
    user_id BIGINT UNSIGNED NOT NULL,
    version BIGINT UNSIGNED NOT NULL COMMENT '0 until the inboxes of all followers know it; higher after each note',
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
