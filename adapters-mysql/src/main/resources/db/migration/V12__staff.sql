-- What staff do: entries of the audit trail with a reason and what was changed, and who works in which shop.

SET @change_of_audit_event = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'audit_event' AND column_name = 'reason'),
    'DO 0',
    'ALTER TABLE audit_event
        ADD COLUMN reason VARCHAR(500) NULL DEFAULT NULL COMMENT ''null: the entry was not written with the change'',
        ADD COLUMN before_change VARCHAR(1000) NULL DEFAULT NULL,
        ADD COLUMN after_change VARCHAR(1000) NULL DEFAULT NULL');
PREPARE change_of_audit_event FROM @change_of_audit_event;
EXECUTE change_of_audit_event;
DEALLOCATE PREPARE change_of_audit_event;

CREATE TABLE IF NOT EXISTS shop_staff (
    shop_id BIGINT UNSIGNED NOT NULL,
    user_id BIGINT UNSIGNED NOT NULL,
    role    VARCHAR(16)     NOT NULL COMMENT 'MANAGER, CASHIER; the owner is in merchant_shop',
    PRIMARY KEY (shop_id, user_id),
    KEY shop_staff_of_user (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
