-- Wrong passwords of a second factor are counted, and old audit events are found by their age. MySQL has no ADD COLUMN IF
-- NOT EXISTS.

SET @wrong_passwords = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'user_totp' AND column_name = 'wrong'),
    'DO 0',
    'ALTER TABLE user_totp
        ADD COLUMN wrong TINYINT UNSIGNED NOT NULL DEFAULT 0 COMMENT ''wrong passwords of that day'',
        ADD COLUMN wrong_on DATE NOT NULL DEFAULT ''2000-01-01'' COMMENT ''UTC''');
PREPARE wrong_passwords FROM @wrong_passwords;
EXECUTE wrong_passwords;
DEALLOCATE PREPARE wrong_passwords;

SET @audit_age = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'audit_event' AND index_name = 'audit_event_by_time'),
    'DO 0',
    'ALTER TABLE audit_event ADD KEY audit_event_by_time (at)');
PREPARE audit_age FROM @audit_age;
EXECUTE audit_age;
DEALLOCATE PREPARE audit_age;
