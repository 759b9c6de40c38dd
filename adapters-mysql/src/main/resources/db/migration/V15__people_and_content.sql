-- Users who are banned or erased, reports of notes and comments, and notes that staff hid. MySQL has no CREATE INDEX IF NOT
-- EXISTS.

CREATE TABLE IF NOT EXISTS user_state (
    user_id BIGINT UNSIGNED NOT NULL,
    state   VARCHAR(8)      NOT NULL COMMENT 'BANNED, ERASED; a user without a row is active',
    since   TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    reason  VARCHAR(500)    NOT NULL,
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS erased_user (
    user_id   BIGINT UNSIGNED NOT NULL,
    erased_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'whose notes, comments, likes, follows and check-ins are to be deleted';

CREATE TABLE IF NOT EXISTS content_report (
    id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    kind       VARCHAR(8)      NOT NULL COMMENT 'NOTE, COMMENT',
    content_id BIGINT UNSIGNED NOT NULL,
    reporter   BIGINT UNSIGNED NOT NULL,
    reason     VARCHAR(200)    NOT NULL,
    created_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    closed     BOOLEAN         NOT NULL DEFAULT FALSE,
    PRIMARY KEY (id),
    UNIQUE KEY content_report_once (kind, content_id, reporter),
    KEY content_report_queue (closed, id),
    KEY content_report_of_user (reporter)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Rows of tb_blog as they are, also with columns that other software added.
CREATE TABLE IF NOT EXISTS hidden_note LIKE tb_blog;

SET @comments_of_user = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_blog_comments'
            AND index_name = 'tb_blog_comments_of_user'),
    'DO 0',
    'CREATE INDEX tb_blog_comments_of_user ON tb_blog_comments (user_id, id)');
PREPARE comments_of_user FROM @comments_of_user;
EXECUTE comments_of_user;
DEALLOCATE PREPARE comments_of_user;

SET @likes_of_user = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'note_like' AND index_name = 'note_like_of_user'),
    'DO 0',
    'CREATE INDEX note_like_of_user ON note_like (user_id)');
PREPARE likes_of_user FROM @likes_of_user;
EXECUTE likes_of_user;
DEALLOCATE PREPARE likes_of_user;
