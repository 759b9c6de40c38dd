-- Follows and check-ins. MySQL has no CREATE INDEX IF NOT EXISTS.

-- Each user follows another once: of rows that say the same the oldest stays.
DELETE f FROM tb_follow f JOIN (
    SELECT user_id, follow_user_id, MIN(id) AS first_id FROM tb_follow GROUP BY user_id, follow_user_id HAVING COUNT(*) > 1
) twice ON twice.user_id = f.user_id AND twice.follow_user_id = f.follow_user_id AND f.id > twice.first_id;

SET @follow_once = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_follow' AND index_name = 'tb_follow_once'),
    'DO 0',
    'ALTER TABLE tb_follow
        ADD UNIQUE KEY tb_follow_once (user_id, follow_user_id),
        ADD KEY tb_follow_of_user (user_id, id),
        ADD KEY tb_follow_of_followed (follow_user_id, id)');
PREPARE follow_once FROM @follow_once;
EXECUTE follow_once;
DEALLOCATE PREPARE follow_once;

CREATE TABLE IF NOT EXISTS follow_version (
    user_id BIGINT UNSIGNED NOT NULL,
    version BIGINT          NOT NULL COMMENT 'of all that the user follows; a user without a row: 0',
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Each user checks in once a day: of rows that say the same the oldest stays.
DELETE s FROM tb_sign s JOIN (
    SELECT user_id, date, MIN(id) AS first_id FROM tb_sign GROUP BY user_id, date HAVING COUNT(*) > 1
) twice ON twice.user_id = s.user_id AND twice.date = s.date AND s.id > twice.first_id;

SET @sign_once = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_sign' AND index_name = 'tb_sign_once'),
    'DO 0',
    'ALTER TABLE tb_sign ADD UNIQUE KEY tb_sign_once (user_id, date)');
PREPARE sign_once FROM @sign_once;
EXECUTE sign_once;
DEALLOCATE PREPARE sign_once;
