package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.ListRowsContract;
import io.nightmarket.domain.contract.SaleReportsContract;
import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.ListRows.Condition;
import io.nightmarket.domain.listing.ListRows.Page;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.domain.listing.ListRows.Selection;
import io.nightmarket.domain.listing.SaleReports;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.listing.MySqlListRows;
import io.nightmarket.mysql.listing.MySqlSaleReports;
import io.nightmarket.testkit.SiteDatabase;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Lists and reports on MySQL keep their contracts, and read no more than they need of many orders. */
final class MySqlListingIT {
    @AutoClose
    private static final OneConnection CONNECTION = OneConnection.migrated(SiteDatabase.ofASite());

    private static final AtomicLong LAST = new AtomicLong(1_000_000);
    private static final int MANY = 50_000;
    private static final String NUMBERS =
            "WITH RECURSIVE ten (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM ten WHERE i < 9)"
                    + " SELECT a.i + 10 * b.i + 100 * c.i + 1000 * d.i + 10000 * e.i AS n FROM ten a, ten b, ten c, ten d, ten e";

    private static void run(String sql, Object... values) {
        CONNECTION.site.run(sql, values);
    }

    private static LocalDateTime utc(Instant time) {
        return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    }

    private static void addSale(long id, long shop, String state, long issued, long stock, Instant begin, Instant end) {
        run(
                "INSERT INTO tb_voucher (id, shop_id, title, pay_value, actual_value, type) VALUES (?, ?, '夜市 5 元券', 500, 900, 1)",
                id,
                shop);
        run(
                "INSERT INTO tb_seckill_voucher (voucher_id, stock, begin_time, end_time) VALUES (?, ?, ?, ?)",
                id,
                stock,
                utc(begin),
                utc(end));
        run("INSERT INTO flash_sale (voucher_id, shard, issued, state) VALUES (?, 1, ?, ?)", id, issued, state);
    }

    private static void addOrders(long first, int count, long user, long sale, int status, Instant at) {
        run(
                "INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) SELECT ? + n, ?, ?, ?, ? FROM ("
                        + NUMBERS + ") numbers WHERE n < ?",
                first,
                user,
                sale,
                status,
                utc(at),
                count);
    }

    @Nested
    final class OfListRows extends ListRowsContract {
        @Override
        protected ListRows rows() {
            return new MySqlListRows(CONNECTION.database);
        }

        @Override
        protected long freshNumber() {
            return LAST.addAndGet(1_000_000);
        }

        @Override
        protected void addSale(long id, long shop, String state, Instant begin, Instant end) {
            MySqlListingIT.addSale(id, shop, state, 10, 9, begin, end);
        }

        @Override
        protected void addUser(long id, String phone) {
            run("INSERT INTO tb_user (id, phone) VALUES (?, ?)", id, phone);
        }

        @Override
        protected void addOrders(long first, int count, long user, long sale, int status, Instant at) {
            MySqlListingIT.addOrders(first, count, user, sale, status, at);
        }

        @Override
        protected void addPayment(long id, long order) {
            run(
                    "INSERT INTO payment (id, order_id, pay_type, amount, status, outcome, captured, refunded)"
                            + " VALUES (?, ?, 1, 500, 'CAPTURED', 'PAID', 500, 100),"
                            + " (? + 1, ?, 1, 500, 'CAPTURED', 'TO_REFUND', 500, 500)",
                    id,
                    order,
                    id,
                    order);
        }

        /** One order in many has the status; a page without a row says where to go on. */
        @Test
        void aPageLooksAtABoundedNumberOfRows() {
            long base = freshNumber();
            addSale(base, base, "OPEN", MADE, MADE.plusSeconds(1));
            addUser(base, "1" + base);
            for (int i = 0; i < 5; i++) {
                addOrders(base + 1_000 + (long) i * MANY, MANY, base, base, 1, MADE);
            }
            run("UPDATE tb_voucher_order SET status = 5 WHERE id = ?", base + 1_000);
            run("ANALYZE TABLE tb_voucher_order");
            Condition sale = new Condition("voucherId", ListRows.Test.ONE_OF, List.of(base));
            Selection all = new Selection(StaffList.ORDERS, List.of(sale));
            Selection refunding = new Selection(
                    StaffList.ORDERS, List.of(sale, new Condition("status", ListRows.Test.ONE_OF, List.of(5L))));

            Place middle = new Place(base, base + 3L * MANY);
            Page page = CONNECTION.readingFewerThan(2_000, () -> await(rows().page(all, Optional.of(middle), 100)));
            assertEquals(100, page.rows().size());
            Page empty =
                    CONNECTION.readingFewerThan(500_000, () -> await(rows().page(refunding, Optional.empty(), 100)));
            assertEquals(List.of(), empty.rows());
            Page found = await(rows().page(refunding, empty.next(), 100));
            assertEquals(
                    List.of(base + 1_000),
                    found.rows().stream().map(row -> row.values().getFirst()).toList());
            assertEquals(Optional.empty(), found.next());
            assertTrue(await(rows().count(refunding)).moreThan());
            Selection ofShop = new Selection(
                    StaffList.ORDERS, List.of(new Condition("shopId", ListRows.Test.ONE_OF, List.of(base))));
            assertEquals(
                    page,
                    CONNECTION.readingFewerThan(2_000, () -> await(rows().page(ofShop, Optional.of(middle), 100))));
        }

        @Test
        void aShopOfManyVouchersIsReadInParts() {
            long base = freshNumber();
            addUser(base, "1" + base);
            run(
                    "INSERT INTO tb_voucher (id, shop_id, title, pay_value, actual_value) SELECT ? + n, ?, 'a', 1, 2 FROM ("
                            + NUMBERS + ") numbers WHERE n < 500",
                    base,
                    base);
            run(
                    "INSERT INTO tb_voucher_order (id, user_id, voucher_id) SELECT ? + n, ?, ? + n FROM (" + NUMBERS
                            + ") numbers WHERE n < 500 AND n % 100 = 0",
                    base,
                    base,
                    base);
            Selection query = new Selection(
                    StaffList.ORDERS, List.of(new Condition("shopId", ListRows.Test.ONE_OF, List.of(base))));
            Page page = await(rows().page(query, Optional.empty(), 10));
            assertEquals(
                    List.of(base + 400, base + 300, base + 200, base + 100, base),
                    page.rows().stream().map(row -> row.values().getFirst()).toList());
            assertEquals(Optional.empty(), page.next());
            assertEquals(5, await(rows().count(query)).total());
        }
    }

    @Nested
    final class OfSaleReports extends SaleReportsContract {
        @Override
        protected SaleReports reports() {
            return new MySqlSaleReports(CONNECTION.database);
        }

        @Override
        protected VoucherId addSale(long issued, long stock) {
            long id = LAST.addAndGet(1_000_000);
            MySqlListingIT.addSale(id, 1, "OPEN", issued, stock, Instant.EPOCH.plusSeconds(60), Instant.now());
            return new VoucherId(id);
        }

        @Override
        protected void addOrder(VoucherId sale, OrderStatus status, boolean expired, Instant at) {
            long id = LAST.incrementAndGet();
            addOrders(id, 1, 7, sale.value(), status.code(), at);
            run(
                    "INSERT INTO order_event (order_id, kind) VALUES (?, 'PLACED'), (?, ?)",
                    id,
                    id,
                    expired ? "EXPIRED" : status.name());
        }

        @Override
        protected void addPaidOrders(VoucherId sale, Instant first, int minutes) {
            run(
                    "INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) SELECT ? + n, 7, ?, 2, ? +"
                            + " INTERVAL n MINUTE FROM (" + NUMBERS + ") numbers WHERE n < ?",
                    LAST.addAndGet(minutes),
                    sale.value(),
                    utc(first),
                    minutes);
            LAST.addAndGet(minutes);
        }

        @Override
        protected void addRejection(VoucherId sale) {
            run(
                    "INSERT INTO order_rejection (order_id, voucher_id, user_id, reason) VALUES (?, ?, 7, 'SOLD_OUT')",
                    LAST.incrementAndGet(),
                    sale.value());
        }

        @Override
        protected void addRequests(VoucherId sale, Instant minute, String outcome, long count) {
            run(
                    "INSERT INTO sale_minute (voucher_id, minute, outcome, requests) VALUES (?, ?, ?, ?)",
                    sale.value(),
                    utc(minute),
                    outcome,
                    count);
        }

        @Test
        void manyOrdersAreCountedInSlices() {
            VoucherId sale = addSale(MANY, 0);
            addOrders(LAST.addAndGet(MANY), MANY, 7, sale.value(), 2, Instant.now());
            assertEquals(MANY, await(reports().report(sale)).orElseThrow().paid());
        }
    }
}
