-- Charges of play money are deleted by age. MySQL has no CREATE INDEX IF NOT EXISTS.

SET @charge_by_age = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'sandbox_charge' AND index_name = 'sandbox_charge_by_age'),
    'DO 0',
    'CREATE INDEX sandbox_charge_by_age ON sandbox_charge (created_at)');
PREPARE charge_by_age FROM @charge_by_age;
EXECUTE charge_by_age;
DEALLOCATE PREPARE charge_by_age;
