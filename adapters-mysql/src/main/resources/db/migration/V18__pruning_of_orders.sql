-- Notifications and releases are forgotten after a while. MySQL has no ADD COLUMN IF NOT EXISTS.

SET @released_at = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'stock_return' AND column_name = 'done_at'),
    'DO 0',
    'ALTER TABLE stock_return
        ADD COLUMN done_at TIMESTAMP(3) NULL DEFAULT NULL COMMENT ''when the queue released it'',
        ADD KEY stock_return_by_age (done_at)');
PREPARE released_at FROM @released_at;
EXECUTE released_at;
DEALLOCATE PREPARE released_at;

UPDATE stock_return SET done_at = NOW(3) WHERE done = 1 AND done_at IS NULL;

SET @notification_by_age = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'payment_notification'
            AND index_name = 'payment_notification_by_age'),
    'DO 0',
    'CREATE INDEX payment_notification_by_age ON payment_notification (received_at)');
PREPARE notification_by_age FROM @notification_by_age;
EXECUTE notification_by_age;
DEALLOCATE PREPARE notification_by_age;
