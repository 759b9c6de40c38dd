package io.nightmarket.testkit;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an hm-dianping site in China leaves behind, faults included: a sale under way with old orders, ids eight hours
 * ahead, buyers with two orders, rows with nulls, sales that can't be. Ids count from {@link SiteDatabase#base}.
 */
public final class OldSite {
    /** An id that no clock made. */
    public static final long FOREIGN_ID = Long.MAX_VALUE - 5;

    private static final Instant EPOCH = Instant.parse("2022-01-01T00:00:00Z");
    private static final int SEQUENCE_BITS = 32;
    private static final Duration AHEAD = Duration.ofHours(8);

    public final SiteDatabase database = SiteDatabase.ofASite();
    public final long shop = database.base + 1;
    public final long saleOn = database.base + 10;
    public final long saleReversed = database.base + 11;
    public final long saleOversold = database.base + 12;
    public final long saleWithoutVoucher = database.base + 13;
    public final long saleWithoutStock = database.base + 14;
    public final long saleUndated = database.base + 15;
    public final long firstUser = database.base + 100;
    public final Instant now;

    private final long sequence = database.base % 1_000_000_000L;

    public OldSite(Instant now) {
        this.now = now;
        loosen();
        people();
        vouchers();
        orders();
    }

    /** An order id as the old software makes them: the local time, taken for UTC. */
    public long oldId(Duration ago, int number) {
        long seconds = now.minus(ago).plus(AHEAD).getEpochSecond() - EPOCH.getEpochSecond();
        return seconds << SEQUENCE_BITS | sequence + number;
    }

    public long user(int number) {
        return firstUser + number;
    }

    public String phone(int number) {
        return "1" + (3_000_000_000L + (database.base / 1_000_000L) % 6_999_999L * 1_000 + number);
    }

    /** Tables that an operator altered: what should never be null may be. */
    private void loosen() {
        database.run("ALTER TABLE tb_voucher_order MODIFY pay_type tinyint(1) UNSIGNED NULL,"
                + " MODIFY status tinyint(1) UNSIGNED NULL, MODIFY create_time timestamp NULL,"
                + " MODIFY update_time timestamp NULL");
        database.run("ALTER TABLE tb_seckill_voucher MODIFY stock int(8) NULL");
        database.run("CREATE TABLE an_extra_table (id INT)");
    }

    private void people() {
        for (int i = 0; i < 8; i++) {
            database.run(
                    "INSERT INTO tb_user (id, phone, nick_name, icon) VALUES (?, ?, ?, ?)",
                    user(i),
                    phone(i),
                    i == 3 ? null : "小鱼" + i,
                    null);
        }
        database.run(
                "INSERT INTO tb_shop (id, name, type_id, images, area, address, x, y, avg_price, sold, comments, score,"
                        + " create_time) VALUES (?, '103茶餐厅', 1, '', NULL, '金华路', 120.149192, 30.316078, NULL,"
                        + " 0000004215, 0000003035, 07, NULL)",
                shop);
    }

    private void vouchers() {
        voucher(saleOn, shop, 1);
        voucher(saleReversed, shop, 1);
        voucher(saleOversold, shop, 1);
        voucher(saleWithoutStock, shop, 2);
        voucher(saleUndated, shop, 1);
        voucher(database.base + 20, null, 0);
        sale(saleOn, 7, "-1 HOUR", "+1 HOUR");
        sale(saleReversed, 5, "+1 HOUR", "+1 HOUR");
        sale(saleOversold, -1, "-1 HOUR", "+1 HOUR");
        sale(saleWithoutVoucher, 5, "-1 HOUR", "+1 HOUR");
        sale(saleWithoutStock, null, "-1 HOUR", "+1 HOUR");
        database.run("INSERT INTO tb_seckill_voucher (voucher_id, stock) VALUES (?, 5)", saleUndated);
    }

    private void voucher(long id, @Nullable Object ofShop, int status) {
        database.run(
                "INSERT INTO tb_voucher (id, shop_id, title, pay_value, actual_value, type, status)"
                        + " VALUES (?, ?, '代金券', 8000, 10000, 1, ?)",
                id,
                ofShop,
                Math.max(1, status));
    }

    private void sale(long voucher, @Nullable Object stock, String begin, String end) {
        database.run(
                "INSERT INTO tb_seckill_voucher (voucher_id, stock, begin_time, end_time) VALUES (?, ?, NOW() + INTERVAL "
                        + begin + ", NOW() + INTERVAL " + end + ")",
                voucher,
                stock);
    }

    private void orders() {
        order(oldId(Duration.ofMinutes(50), 1), user(0), saleOn, 2, "50");
        order(oldId(Duration.ofMinutes(40), 2), user(1), saleOn, 1, "40");
        order(oldId(Duration.ofMinutes(39), 3), user(1), saleOn, 2, "39");
        order(oldId(Duration.ofMinutes(38), 4), user(2), saleOn, 4, "38");
        order(oldId(Duration.ofMinutes(37), 5), user(3), saleOn, null, null);
        order(oldId(Duration.ofMinutes(36), 6), user(4), saleOn, 6, "36");
        order(oldId(Duration.ofMinutes(35), 7), user(4), saleOn, 5, "35");
        order(oldId(Duration.ofMinutes(34), 8), user(0), saleOversold, 3, "34");
        order(oldId(Duration.ofMinutes(33), 9), user(1), saleOversold, 1, "33");
        order(oldId(Duration.ofMinutes(32), 10), user(1), database.base + 99, 1, "32");
        order(oldId(Duration.ofMinutes(31), 11), database.base + 98, saleOversold, 4, "31");
        order(largestId(), user(0), database.base + 20, 1, "1");
        order(FOREIGN_ID, user(5), database.base + 20, 1, "1");
    }

    /** The last order that the old software made. */
    public long largestId() {
        return oldId(Duration.ofMinutes(1), 12);
    }

    private void order(long id, long user, long voucher, @Nullable Object status, @Nullable Object minutesAgo) {
        database.run(
                "INSERT INTO tb_voucher_order (id, user_id, voucher_id, pay_type, status, create_time, update_time)"
                        + " VALUES (?, ?, ?, ?, ?, NOW() - INTERVAL ? MINUTE, NOW())",
                id,
                user,
                voucher,
                status == null ? null : 3,
                status,
                minutesAgo);
    }
}
