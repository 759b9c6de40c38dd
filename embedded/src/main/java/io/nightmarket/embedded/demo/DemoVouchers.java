package io.nightmarket.embedded.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Vouchers: one flash sale that is open, one that opens tomorrow, and ordinary ones. */
final class DemoVouchers {
    private static final int OPEN_SALE = 1;
    private static final int LATER_SALE = 2;
    private static final String OPEN_TITLE = "今夜开抢：100 元代金券";
    private static final String LATER_TITLE = "明天开抢：双人套餐";
    private static final int STOCK = 100;
    private static final int SHOPS_WITH_VOUCHERS = 12;
    private static final Duration SINCE = Duration.ofHours(1);
    private static final Duration LENGTH = Duration.ofDays(7);
    private static final Duration DAY = Duration.ofDays(1);
    private static final String RULES = "全场通用\n每桌限用一张\n不兑现、不找零";

    private DemoVouchers() {}

    static void load(Connection connection, Instant now) throws SQLException {
        try (Batch vouchers = new Batch(
                connection,
                "INSERT INTO tb_voucher (id, shop_id, title, sub_title, rules, pay_value, actual_value, type)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            vouchers.add(OPEN_SALE, 1, OPEN_TITLE, "周一至周日可用", RULES, 5_000, 10_000, 1);
            vouchers.add(LATER_SALE, 1, LATER_TITLE, "周一至周五可用", RULES, 8_800, 19_800, 1);
            for (int shop = 1; shop <= SHOPS_WITH_VOUCHERS; shop++) {
                int value = 5_000 + 1_000 * (shop % 6);
                vouchers.add(LATER_SALE + shop, shop, value / 100 + " 元代金券", "随时可用", RULES, value * 9 / 10, value, 0);
            }
        }
        try (Batch stocks = new Batch(
                        connection,
                        "INSERT INTO tb_seckill_voucher (voucher_id, stock, begin_time, end_time) VALUES (?, ?, ?, ?)");
                Batch sales = new Batch(
                        connection,
                        "INSERT INTO flash_sale (voucher_id, shard, issued, state, waitlist_last) VALUES (?, 1, ?, 'OPEN', 0)")) {
            stocks.add(OPEN_SALE, STOCK, Batch.utc(now.minus(SINCE)), Batch.utc(now.plus(LENGTH)));
            stocks.add(
                    LATER_SALE,
                    STOCK,
                    Batch.utc(now.plus(DAY)),
                    Batch.utc(now.plus(DAY).plus(LENGTH)));
            sales.add(OPEN_SALE, STOCK);
            sales.add(LATER_SALE, STOCK);
        }
    }

    /** Keeps the open sale open, and the later one later: they get new times when they have none to speak of. */
    static void renewDates(Connection connection, Instant now) throws SQLException {
        Instant tomorrow = now.plus(DAY);
        date(connection, "s.end_time < ?", tomorrow, OPEN_SALE, OPEN_TITLE, now.minus(SINCE), now.plus(LENGTH));
        date(connection, "s.begin_time < ?", now, LATER_SALE, LATER_TITLE, tomorrow, tomorrow.plus(LENGTH));
    }

    private static void date(
            Connection connection, String stale, Instant before, int id, String title, Instant begin, Instant end)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id"
                        + " SET s.begin_time = ?, s.end_time = ? WHERE v.id = ? AND v.title = ? AND " + stale)) {
            statement.setString(1, Batch.utc(begin));
            statement.setString(2, Batch.utc(end));
            statement.setInt(3, id);
            statement.setString(4, title);
            statement.setString(5, Batch.utc(before));
            var _ = statement.executeUpdate();
        }
    }
}
