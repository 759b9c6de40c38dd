package io.nightmarket.mysql.adoption;

/** A kind of row that our rules don't allow and other software left. */
enum AdoptionAnomaly {
    SECOND_ORDER(
            "live orders beside an earlier one of the same buyer and sale",
            "SELECT o.id FROM tb_voucher_order o JOIN order_claim c"
                    + " ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id AND c.order_id <> o.id WHERE "
                    + SaleTakeOver.LIVE),
    UNKNOWN_STATUS(
            "orders of unknown status, taken for live",
            "SELECT o.id FROM tb_voucher_order o WHERE COALESCE(o.status, 0) NOT IN (1, 2, 3, 4, 5, 6)"),
    ORDER_WITHOUT_VOUCHER(
            "orders without their voucher",
            "SELECT o.id FROM tb_voucher_order o LEFT JOIN tb_voucher v ON v.id = o.voucher_id WHERE v.id IS NULL"),
    ORDER_WITHOUT_USER(
            "orders of unknown users",
            "SELECT o.id FROM tb_voucher_order o LEFT JOIN tb_user u ON u.id = o.user_id WHERE u.id IS NULL"),
    NEGATIVE_ID("orders whose id is not positive", "SELECT o.id FROM tb_voucher_order o WHERE o.id <= 0"),
    FUTURE_ID(
            "orders whose id lies more than 15 hours ahead, above which new ids can't be made",
            "SELECT o.id FROM tb_voucher_order o WHERE o.id > %d"),
    SALE_WITHOUT_VOUCHER(
            "flash sales without their voucher",
            "SELECT s.voucher_id FROM tb_seckill_voucher s LEFT JOIN tb_voucher v ON v.id = s.voucher_id"
                    + " WHERE v.id IS NULL"),
    STOCK_BELOW_NOTHING(
            "flash sales with no stock or one below 0, which sell nothing",
            "SELECT s.voucher_id FROM tb_seckill_voucher s WHERE COALESCE(s.stock, -1) < 0"),
    WINDOW_REVERSED(
            "flash sales that don't begin before they end, which can't be opened",
            "SELECT s.voucher_id FROM tb_seckill_voucher s WHERE NOT COALESCE(s.begin_time < s.end_time, FALSE)"),
    VOUCHER_OF_NO_SHOP(
            "vouchers of no shop, which no page lists",
            "SELECT v.id FROM tb_voucher v LEFT JOIN tb_shop p ON p.id = v.shop_id WHERE p.id IS NULL");

    private final String description;
    private final String ids;

    AdoptionAnomaly(String description, String ids) {
        this.description = description;
        this.ids = ids;
    }

    String description() {
        return description;
    }

    /** Selects the ids of the rows, as {@code id}. */
    String ids(long ceiling) {
        return "SELECT odd.* FROM (" + ids.formatted(ceiling) + ") odd";
    }

    String count(long ceiling) {
        return "SELECT COUNT(*) FROM (" + ids.formatted(ceiling) + ") odd";
    }
}
