-- Sales with a waiting room, and tickets that were revoked. MySQL has no ADD COLUMN IF NOT EXISTS.

CREATE TABLE IF NOT EXISTS waiting_room_revocation (
    voucher_id BIGINT UNSIGNED NOT NULL,
    user_id    BIGINT UNSIGNED NOT NULL,
    revoked_at TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

SET @room_of_sale = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'flash_sale' AND column_name = 'waiting_room'),
    'DO 0',
    'ALTER TABLE flash_sale
        ADD COLUMN waiting_room TINYINT NOT NULL DEFAULT 0
            COMMENT ''1: buyers need a pass of the waiting room'',
        ADD KEY flash_sale_with_room (waiting_room)');
PREPARE room_of_sale FROM @room_of_sale;
EXECUTE room_of_sale;
DEALLOCATE PREPARE room_of_sale;
