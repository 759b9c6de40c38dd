-- Buyers who wait for a unit of a sale that is sold out. MySQL has no ADD COLUMN IF NOT EXISTS.

CREATE TABLE IF NOT EXISTS waitlist_entry (
    voucher_id BIGINT UNSIGNED NOT NULL,
    number     BIGINT          NOT NULL COMMENT 'grows in the order in which buyers joined',
    user_id    BIGINT UNSIGNED NOT NULL,
    order_id   BIGINT          NOT NULL COMMENT 'the order by which the buyer is offered a unit',
    joined_at  TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (voucher_id, number),
    UNIQUE KEY waitlist_entry_of_buyer (voucher_id, user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

SET @waitlist_of_sale = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'flash_sale' AND column_name = 'waitlist_last'),
    'DO 0',
    'ALTER TABLE flash_sale
        ADD COLUMN waitlist_last BIGINT NULL DEFAULT NULL
            COMMENT ''number of the last who joined the waitlist, 0 for none; null without a waitlist'',
        ADD KEY flash_sale_with_waitlist (waitlist_last)');
PREPARE waitlist_of_sale FROM @waitlist_of_sale;
EXECUTE waitlist_of_sale;
DEALLOCATE PREPARE waitlist_of_sale;

SET @waitlist_in_queue = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'queue_sale' AND column_name = 'waitlist'),
    'DO 0',
    'ALTER TABLE queue_sale
        ADD COLUMN waitlist BIGINT NOT NULL DEFAULT 0
            COMMENT ''number up to which the units are held for the waitlist; 0: they are not''');
PREPARE waitlist_in_queue FROM @waitlist_in_queue;
EXECUTE waitlist_in_queue;
DEALLOCATE PREPARE waitlist_in_queue;
