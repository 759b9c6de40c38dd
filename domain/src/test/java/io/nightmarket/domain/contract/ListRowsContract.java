package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.ListRows.Condition;
import io.nightmarket.domain.listing.ListRows.Count;
import io.nightmarket.domain.listing.ListRows.Page;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.domain.listing.ListRows.Row;
import io.nightmarket.domain.listing.ListRows.Selection;
import io.nightmarket.domain.listing.StaffList;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ids begin at a number that no other test has, so that one store serves all tests. */
public abstract class ListRowsContract {
    protected static final Instant MADE = Instant.parse("2026-11-20T11:30:00Z");
    protected static final String TITLE = "夜市 5 元券";

    private long base;
    private long shop;

    @BeforeEach
    void chooseIds() {
        base = freshNumber();
        shop = base;
    }

    protected abstract ListRows rows();

    /** A number from which on the store has no ids of shops, vouchers, users and orders, thousands of them. */
    protected abstract long freshNumber();

    /** Stores a sale of 10 units, 9 of which are left, at 500 cents. */
    protected abstract void addSale(long id, long shop, String state, Instant begin, Instant end);

    /** Stores a user with this phone. */
    protected abstract void addUser(long id, String phone);

    /** Stores orders of one user that are alike but for their ids. */
    protected abstract void addOrders(long first, int count, long user, long sale, int status, Instant at);

    /** Stores that this payment of 500 cents paid an order, and that 100 of them were refunded. */
    protected abstract void addPayment(long id, long order);

    private void addSale(long id) {
        addSale(id, shop, "OPEN", Instant.now().minusSeconds(60), Instant.now().plusSeconds(3_600));
    }

    private static Condition is(String column, Object... values) {
        return new Condition(column, ListRows.Test.ONE_OF, List.of(values));
    }

    private static Selection orders(Condition... conditions) {
        return new Selection(StaffList.ORDERS, List.of(conditions));
    }

    private static Selection sales(Condition... conditions) {
        return new Selection(StaffList.SALES, List.of(conditions));
    }

    private static @Nullable Object value(Selection query, Row row, String column) {
        return row.values().get(query.list().indexOf(column));
    }

    private List<@Nullable Object> all(Selection query, int size, String column, Consumer<Integer> betweenPages) {
        List<@Nullable Object> found = new ArrayList<>();
        Optional<Place> after = Optional.empty();
        int pages = 0;
        do {
            Page page = await(rows().page(query, after, size));
            assertTrue(page.rows().size() <= size);
            page.rows().forEach(row -> found.add(value(query, row, column)));
            after = page.next();
            betweenPages.accept(++pages);
        } while (after.isPresent());
        return found;
    }

    private List<@Nullable Object> all(Selection query, String column) {
        return all(query, 3, column, _ -> {});
    }

    private static List<Object> descending(long first, int count) {
        List<Object> ids = new ArrayList<>();
        for (long id = first + count - 1; id >= first; id--) {
            ids.add(id);
        }
        return ids;
    }

    @Test
    void anOrderHasItsColumns() {
        addUser(base + 1, "13987654321");
        addSale(base + 2);
        addOrders(base + 3, 2, base + 1, base + 2, 2, MADE);
        addPayment(base + 9, base + 3);
        Selection query = orders(is("voucherId", base + 2));

        Page page = await(rows().page(query, Optional.empty(), 10));

        assertEquals(Optional.empty(), page.next());
        Row paid = page.rows().get(1);
        assertEquals(
                Arrays.asList(
                        base + 3,
                        base + 3,
                        base + 1,
                        "13987654321",
                        base + 2,
                        shop,
                        TITLE,
                        2L,
                        MADE,
                        null,
                        null,
                        null,
                        base + 9,
                        500L,
                        100L),
                paid.values());
        assertEquals(null, value(query, page.rows().getFirst(), "paymentId"));
    }

    @Test
    void ordersOfASaleComeOnceWhileOthersArrive() {
        addUser(base + 1, "1" + base % 1_000_000_000 / 10);
        addSale(base + 2);
        addSale(base + 3);
        addOrders(base + 100, 10, base + 1, base + 2, 1, MADE);
        addOrders(base + 200, 2, base + 1, base + 3, 1, MADE);
        Selection query = orders(is("voucherId", base + 2));

        List<@Nullable Object> found =
                all(query, 4, "id", page -> addOrders(base + 300 + page, 1, base + 1, base + 2, 1, MADE));

        assertEquals(descending(base + 100, 10), found);
        assertEquals(descending(base + 301, 3), all(query, "id").subList(0, 3));
        assertEquals(new Count(13, false), await(rows().count(query)));
    }

    @Test
    void ordersOfAShopComeByItsSales() {
        addUser(base + 1, "1" + base % 1_000_000_000 / 10);
        addSale(base + 2);
        addSale(base + 3, shop + 1, "OPEN", MADE, MADE.plusSeconds(1));
        addSale(base + 4);
        addOrders(base + 100, 4, base + 1, base + 4, 1, MADE);
        addOrders(base + 200, 4, base + 1, base + 3, 1, MADE);
        addOrders(base + 300, 4, base + 1, base + 2, 1, MADE);
        Selection query = orders(is("shopId", shop));

        List<Object> expected = new ArrayList<>(descending(base + 100, 4));
        expected.addAll(descending(base + 300, 4));
        assertEquals(expected, all(query, "id"));
        assertEquals(new Count(8, false), await(rows().count(query)));
        assertEquals(List.of(), all(orders(is("shopId", shop + 99)), "id"));
        assertEquals(new Count(0, false), await(rows().count(orders(is("shopId", shop + 99)))));
    }

    @Test
    void filtersHoldTogether() {
        String phone = "1" + base % 1_000_000_000 / 10;
        addUser(base + 1, phone);
        addUser(base + 5, phone + "9");
        addSale(base + 2);
        addOrders(base + 100, 5, base + 1, base + 2, 1, MADE);
        addOrders(base + 200, 5, base + 1, base + 2, 4, MADE);
        addOrders(base + 300, 5, base + 5, base + 2, 4, MADE.plusSeconds(60));
        Condition sale = is("voucherId", base + 2);
        Condition cancelled = is("status", 4L);
        Condition from = new Condition("createTime", ListRows.Test.FROM, List.of(MADE.plusSeconds(60)));
        Condition before = new Condition("createTime", ListRows.Test.BEFORE, List.of(MADE.plusSeconds(60)));

        assertEquals(new Count(10, false), await(rows().count(orders(sale, cancelled))));
        assertEquals(descending(base + 300, 5), all(orders(sale, cancelled, from), "id"));
        assertEquals(descending(base + 200, 5), all(orders(sale, before, cancelled), "id"));
        assertEquals(descending(base + 200, 5), all(orders(is("phone", phone), cancelled), "id"));
        assertEquals(new Count(10, false), await(rows().count(orders(is("phone", phone)))));
        assertEquals(descending(base + 300, 5), all(orders(is("shopId", shop), cancelled, from), "id"));
        assertEquals(List.of(), all(orders(is("phone", phone), from), "id"));
    }

    @Test
    void countsEndAtTenThousand() {
        addUser(base + 1, "1" + base % 1_000_000_000 / 10);
        addSale(base + 2);
        addOrders(base + 100, 10_000, base + 1, base + 2, 1, MADE);
        Selection query = orders(is("voucherId", base + 2));
        assertEquals(new Count(10_000, false), await(rows().count(query)));
        addOrders(base + 20_000, 1, base + 1, base + 2, 2, MADE);
        assertEquals(new Count(10_000, true), await(rows().count(query)));
        assertEquals(new Count(10_000, true), await(rows().count(orders(is("shopId", shop)))));
        assertEquals(new Count(1, false), await(rows().count(orders(is("voucherId", base + 2), is("status", 2L)))));
    }

    @Test
    void theStateOfASaleFollowsFromTheClock() {
        Instant now = Instant.now();
        Instant past = now.minus(Duration.ofHours(2));
        Instant future = now.plus(Duration.ofHours(2));
        addSale(base + 1, shop, "OPEN", past, future);
        addSale(base + 2, shop, "PAUSED", past, future);
        addSale(base + 3, shop, "OPEN", future, future.plusSeconds(9));
        addSale(base + 4, shop, "PAUSED", past, past.plusSeconds(9));
        addSale(base + 5, shop, "DRAFT", past, future);
        addSale(base + 6, shop, "CALLED_OFF", past, past.plusSeconds(9));
        addSale(base + 7, shop + 1, "OPEN", past, future);
        Condition own = is("shopId", shop);

        assertEquals(
                List.of("CALLED_OFF", "DRAFT", "ENDED", "SCHEDULED", "PAUSED", "RUNNING"), all(sales(own), "state"));
        assertEquals(
                List.of(base + 7, base + 1), all(sales(is("shopId", shop, shop + 1), is("state", "RUNNING")), "id"));
        Selection soon = sales(own, new Condition("beginTime", ListRows.Test.FROM, List.of(now)));
        assertEquals(List.of(base + 3), all(soon, "id"));
        assertEquals(new Count(6, false), await(rows().count(sales(own))));
        Row running = await(rows().page(sales(own, is("state", "RUNNING")), Optional.empty(), 1))
                .rows()
                .getFirst();
        assertEquals(
                List.of(TITLE, 500L, 10L, 9L),
                List.of("title", "payValue", "issued", "stock").stream()
                        .map(column -> value(soon, running, column))
                        .toList());
    }
}
