-- In which order buyers were admitted. MySQL has no ADD COLUMN IF NOT EXISTS.

SET @buyer_seq = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'queue_buyer' AND column_name = 'seq'),
    'DO 0',
    'ALTER TABLE queue_buyer
        ADD COLUMN seq BIGINT NOT NULL DEFAULT 0 COMMENT ''of the entry; 0: with the opening'',
        ADD KEY queue_buyer_by_seq (book, seq)');
PREPARE buyer_seq FROM @buyer_seq;
EXECUTE buyer_seq;
DEALLOCATE PREPARE buyer_seq;
