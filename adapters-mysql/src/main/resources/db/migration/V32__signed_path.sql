-- Sales whose purchase path is signed, and published when they open. MySQL has no ADD COLUMN IF NOT EXISTS.

SET @path_of_sale = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'flash_sale' AND column_name = 'signed_path'),
    'DO 0',
    'ALTER TABLE flash_sale
        ADD COLUMN signed_path TINYINT NOT NULL DEFAULT 0
            COMMENT ''1: buyers need the signed purchase path''');
PREPARE path_of_sale FROM @path_of_sale;
EXECUTE path_of_sale;
DEALLOCATE PREPARE path_of_sale;
