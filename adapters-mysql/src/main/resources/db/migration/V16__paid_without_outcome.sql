-- Captured payments are examined once, and those without an outcome again and again. MySQL has no ADD COLUMN IF NOT EXISTS.

SET @outcome_checked = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'payment' AND column_name = 'outcome_checked'),
    'DO 0',
    'ALTER TABLE payment
        ADD COLUMN outcome_checked TINYINT NOT NULL DEFAULT 0 COMMENT ''1: it paid its order, or has a refund'',
        ADD KEY payment_to_check (status, outcome_checked, created_at)');
PREPARE outcome_checked FROM @outcome_checked;
EXECUTE outcome_checked;
DEALLOCATE PREPARE outcome_checked;
