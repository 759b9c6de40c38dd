package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.notice.OrderNotice;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.order.notice.MySqlOrderNotices;
import io.nightmarket.testkit.SiteDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notices of buyers with a long history, on one connection. */
final class MySqlOrderNoticesIT {
    private static final UserId BUYER = new UserId(7);
    private static final long HISTORY = 10_000;
    private static final int BUYERS = 100;
    private static final int FEW_ROWS = 10 * BUYERS;
    private static final String DIGIT = "(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4"
            + " UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)";

    @AutoClose
    private final OneConnection connection = OneConnection.migrated(SiteDatabase.ofASite());

    private final SiteDatabase site = connection.site;
    private final Database database = connection.database;
    private final MySqlOrderNotices notices = new MySqlOrderNotices(database);

    @BeforeEach
    void open() {
        site.run(
                "INSERT INTO order_event (order_id, kind, user_id, number) SELECT 1, 'PLACED', ?,"
                        + " 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d FROM " + DIGIT + " a, " + DIGIT + " b, "
                        + DIGIT + " c, " + DIGIT + " e",
                BUYER.value());
        site.run("ANALYZE TABLE order_event");
    }

    private void unread(int count) {
        for (int i = 0; i < count; i++) {
            site.run("INSERT INTO order_event (order_id, kind, user_id) VALUES (2, 'PAID', ?)", BUYER.value());
        }
    }

    private <T> T readingFewRows(Supplier<T> work) {
        return connection.readingFewerThan(FEW_ROWS, work);
    }

    @Test
    void thatNothingIsNewIsSeenWithoutReadingTheHistory() {
        Map<UserId, Long> read = new HashMap<>();
        LongStream.range(100, 100 + BUYERS - 1).forEach(buyer -> read.put(new UserId(buyer), 0L));
        read.put(BUYER, HISTORY);
        assertEquals(Set.of(), readingFewRows(() -> await(notices.haveMore(read))));
        read.put(BUYER, HISTORY - 1);
        assertEquals(Set.of(BUYER), readingFewRows(() -> await(notices.haveMore(read))));
        read.put(BUYER, HISTORY);
        unread(1);
        assertEquals(Set.of(BUYER), readingFewRows(() -> await(notices.haveMore(read))));
        assertEquals(Set.of(), await(notices.haveMore(Map.of())));
    }

    @Test
    void thatMuchIsNewForManyIsSeenWithoutReadingIt() {
        site.run("INSERT INTO order_event (order_id, kind, user_id, number) SELECT 1, 'PAID', 100 + a.d + 10 * b.d,"
                + " 1 + c.d + 10 * e.d FROM " + DIGIT + " a, " + DIGIT + " b, " + DIGIT + " c, " + DIGIT + " e");
        Map<UserId, Long> read = new HashMap<>();
        LongStream.range(100, 100 + BUYERS).forEach(buyer -> read.put(new UserId(buyer), 0L));
        assertEquals(read.keySet(), readingFewRows(() -> await(notices.haveMore(read))));
    }

    @Test
    void theNextNumbersAreGivenWithoutReadingTheHistory() {
        unread(3);
        assertEquals(HISTORY + 3, readingFewRows(() -> await(notices.last(BUYER))));
        assertEquals(HISTORY + 3, readingFewRows(() -> await(notices.last(BUYER))));
        assertEquals(
                List.of(HISTORY + 1, HISTORY + 2, HISTORY + 3),
                readingFewRows(() -> await(notices.after(BUYER, HISTORY, 10))).stream()
                        .map(OrderNotice::number)
                        .toList());
    }

    @Test
    void moreThanOneStatementNumbersAreGivenInTheOrderOfTheEvents() {
        unread(600);
        List<OrderNotice> all = await(notices.after(BUYER, HISTORY, 1_000));
        assertEquals(
                LongStream.rangeClosed(HISTORY + 1, HISTORY + 600).boxed().toList(),
                all.stream().map(OrderNotice::number).toList());
    }
}
