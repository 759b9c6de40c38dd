-- Lists for people who work: shops of an owner, check-ins of a day. MySQL has no
-- CREATE INDEX IF NOT EXISTS.

SET @shops_of_owner = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'merchant_shop' AND index_name = 'merchant_shop_of_user'),
    'DO 0',
    'CREATE INDEX merchant_shop_of_user ON merchant_shop (user_id)');
PREPARE shops_of_owner FROM @shops_of_owner;
EXECUTE shops_of_owner;
DEALLOCATE PREPARE shops_of_owner;

SET @check_ins_of_day = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'tb_sign' AND index_name = 'tb_sign_of_day'),
    'DO 0',
    'CREATE INDEX tb_sign_of_day ON tb_sign (date, is_backup)');
PREPARE check_ins_of_day FROM @check_ins_of_day;
EXECUTE check_ins_of_day;
DEALLOCATE PREPARE check_ins_of_day;
