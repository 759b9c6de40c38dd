-- Each user checks in once a day: of rows that say the same the oldest stays. MySQL has no CREATE INDEX IF NOT EXISTS.

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
