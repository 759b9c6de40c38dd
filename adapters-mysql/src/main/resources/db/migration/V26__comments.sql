-- Replies of deleted comments are deleted bit by bit.

CREATE TABLE IF NOT EXISTS deleted_comment (
    comment_id BIGINT UNSIGNED NOT NULL,
    note_id    BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (comment_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'of the first level, whose replies are to be deleted';
