-- The moment until which an order may be paid stands in its claim; ordinary orders have a row. MySQL has no ADD COLUMN IF
-- NOT EXISTS.

SET @deadline_of_claim = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'order_claim' AND column_name = 'pay_until'),
    'DO 0',
    'ALTER TABLE order_claim
        ADD COLUMN pay_until TIMESTAMP(3) NULL DEFAULT NULL COMMENT ''null: paid, or never due'',
        ADD KEY order_claim_of_due (pay_until)');
PREPARE deadline_of_claim FROM @deadline_of_claim;
EXECUTE deadline_of_claim;
DEALLOCATE PREPARE deadline_of_claim;

SET @deadline_of_ordinary = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'unpaid_order' AND column_name = 'pay_until'),
    'DO 0',
    'ALTER TABLE unpaid_order
        ADD COLUMN pay_until TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) COMMENT ''by the clock of the database'',
        ADD KEY unpaid_order_of_due (pay_until),
        COMMENT ''ordinary orders that expire''');
PREPARE deadline_of_ordinary FROM @deadline_of_ordinary;
EXECUTE deadline_of_ordinary;
DEALLOCATE PREPARE deadline_of_ordinary;

SET @deadlines = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'unpaid_order' AND column_name = 'since'),
    'UPDATE unpaid_order SET pay_until = since + INTERVAL 15 MINUTE',
    'DO 0');
PREPARE deadlines FROM @deadlines;
EXECUTE deadlines;
DEALLOCATE PREPARE deadlines;

UPDATE order_claim c JOIN tb_voucher_order o
    ON o.voucher_id = c.voucher_id AND o.user_id = c.user_id AND o.id = c.order_id
    JOIN unpaid_order u ON u.order_id = o.id
    SET c.pay_until = u.pay_until;

DELETE u FROM unpaid_order u JOIN tb_voucher_order o ON o.id = u.order_id JOIN order_claim c
    ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id AND c.order_id = o.id;

SET @since = IF(
    EXISTS(
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = 'unpaid_order' AND column_name = 'since'),
    'ALTER TABLE unpaid_order DROP COLUMN since',
    'DO 0');
PREPARE since FROM @since;
EXECUTE since;
DEALLOCATE PREPARE since;
