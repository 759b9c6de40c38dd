-- Whose uploaded pictures are whose, and how many a user uploaded on a day.

CREATE TABLE IF NOT EXISTS picture (
    name       VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    created_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (name),
    KEY picture_of_user (user_id, created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS picture_count (
    user_id BIGINT UNSIGNED NOT NULL,
    day     DATE            NOT NULL COMMENT 'UTC',
    uploads INT UNSIGNED    NOT NULL COMMENT 'of that day, also of pictures that are deleted since',
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
