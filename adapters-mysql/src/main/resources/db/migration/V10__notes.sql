-- Notes, who likes them, comments, pictures and feeds. MySQL has no CREATE INDEX IF NOT EXISTS.

CREATE TABLE IF NOT EXISTS note_like (
    note_id    BIGINT UNSIGNED NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    created_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (note_id, user_id),
    KEY note_like_in_time (note_id, created_at, user_id),
    KEY note_like_by_time (created_at, note_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS note_like_count (
    note_id  BIGINT UNSIGNED  NOT NULL,
    part     TINYINT UNSIGNED NOT NULL COMMENT '0 to 15: user_id modulo 16; 16: likes of before, without users',
    likes    BIGINT           NOT NULL DEFAULT 0,
    version  BIGINT           NOT NULL DEFAULT 0 COMMENT 'grows by one with each change',
    progress TINYINT UNSIGNED NOT NULL DEFAULT 0 COMMENT '2 changed, 1 total written, 0 compared',
    PRIMARY KEY (note_id, part),
    KEY note_like_count_progress (progress, note_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'rows of note_like by note and part; the sum is the total';

CREATE TABLE IF NOT EXISTS deleted_note (
    note_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (note_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'whose likes and comments are to be deleted';

INSERT INTO note_like_count (note_id, part, likes)
SELECT id, 16, liked FROM tb_blog WHERE liked > 0
ON DUPLICATE KEY UPDATE likes = note_like_count.likes;

SET @notes_by_likes = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_blog' AND index_name = 'tb_blog_by_likes'),
    'DO 0',
    'CREATE INDEX tb_blog_by_likes ON tb_blog (liked, id)');
PREPARE notes_by_likes FROM @notes_by_likes;
EXECUTE notes_by_likes;
DEALLOCATE PREPARE notes_by_likes;

SET @notes_of_author = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_blog' AND index_name = 'tb_blog_of_author'),
    'DO 0',
    'CREATE INDEX tb_blog_of_author ON tb_blog (user_id, create_time, id)');
PREPARE notes_of_author FROM @notes_of_author;
EXECUTE notes_of_author;
DEALLOCATE PREPARE notes_of_author;

SET @comments_of_note = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_blog_comments'
            AND index_name = 'tb_blog_comments_of_note'),
    'DO 0',
    'CREATE INDEX tb_blog_comments_of_note ON tb_blog_comments (blog_id, parent_id, id, status)');
PREPARE comments_of_note FROM @comments_of_note;
EXECUTE comments_of_note;
DEALLOCATE PREPARE comments_of_note;

-- Replies of deleted comments are deleted bit by bit.
CREATE TABLE IF NOT EXISTS deleted_comment (
    comment_id BIGINT UNSIGNED NOT NULL,
    note_id    BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (comment_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'of the first level, whose replies are to be deleted';

-- Whose uploaded pictures are whose, and how many a user uploaded on a day.
CREATE TABLE IF NOT EXISTS picture (
    name       VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    user_id    BIGINT UNSIGNED                                    NOT NULL,
    created_at TIMESTAMP(3)                                       NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (name),
    KEY picture_of_user (user_id, created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS picture_count (
    user_id BIGINT UNSIGNED NOT NULL,
    day     DATE            NOT NULL COMMENT 'UTC',
    uploads INT UNSIGNED    NOT NULL COMMENT 'of that day, also of pictures that are deleted since',
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- How far users saw their feeds, notes that are not in the inboxes of their authors' followers yet, and authors whose notes
-- are pulled.
CREATE TABLE IF NOT EXISTS feed_seen (
    user_id BIGINT UNSIGNED NOT NULL,
    seen_at DATETIME        NOT NULL COMMENT 'of the newest note that was seen, at +00:00',
    note_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

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
