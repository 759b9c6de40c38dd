-- The audit counts the orders of a sale whose units came back. MySQL has no CREATE INDEX IF NOT EXISTS.
SET @returns_of_sale = IF(
    EXISTS(
        SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'stock_return' AND index_name = 'stock_return_of_sale'),
    'DO 0',
    'CREATE INDEX stock_return_of_sale ON stock_return (voucher_id, id)');
PREPARE returns_of_sale FROM @returns_of_sale;
EXECUTE returns_of_sale;
DEALLOCATE PREPARE returns_of_sale;

-- The epoch of the last revival: a queue of that epoch may have lost its reservation, which is in no entry of the stream.
SET @revival_of_sale = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'flash_sale' AND column_name = 'revived_in'),
    'DO 0',
    'ALTER TABLE flash_sale ADD COLUMN revived_in BIGINT NOT NULL DEFAULT 0 COMMENT ''epoch of the last revival''');
PREPARE revival_of_sale FROM @revival_of_sale;
EXECUTE revival_of_sale;
DEALLOCATE PREPARE revival_of_sale;
