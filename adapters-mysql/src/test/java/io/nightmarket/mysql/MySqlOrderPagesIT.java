package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.order.list.MySqlOrderPages;
import io.nightmarket.testkit.SiteDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A buyer of many orders, three in each second, and others. */
final class MySqlOrderPagesIT {
    private static final UserId BUYER = new UserId(7);
    private static final int ORDERS = 5_000;
    private static final int PAGE = 10;
    private static final int FEW_ROWS = 200;

    @AutoClose
    private final OneConnection connection = OneConnection.migrated(SiteDatabase.ofASite());

    private final SiteDatabase site = connection.site;
    private final Database database = connection.database;
    private final MySqlOrderPages pages = new MySqlOrderPages(database);

    @BeforeEach
    void open() {
        site.run(
                "INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) WITH RECURSIVE n AS"
                        + " (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT 7 * (n.i + 1000 * five.k),"
                        + " ?, 1, 1 + (n.i + 1000 * five.k) % 2, '2026-01-01' + INTERVAL ((n.i + 1000 * five.k) DIV 3) SECOND"
                        + " FROM n JOIN (SELECT 0 AS k UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) five",
                BUYER.value());
        site.run("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time)"
                + " SELECT id + 1, 1 + id % 5000, 1, 1, create_time FROM tb_voucher_order");
        site.run("ANALYZE TABLE tb_voucher_order");
    }

    private List<Order> page(Optional<OrderStatus> status, Optional<Position> after, int size) {
        return await(pages.page(BUYER, status, after, size));
    }

    private List<Order> paged(Optional<OrderStatus> status, int count) {
        List<Order> found = new ArrayList<>();
        while (found.size() < count) {
            Optional<Position> after = found.isEmpty() ? Optional.empty() : Optional.of(Position.of(found.getLast()));
            found.addAll(connection.readingFewerThan(FEW_ROWS, () -> page(status, after, PAGE)));
        }
        return found;
    }

    @Test
    void aPageReadsNotAllOrdersOfTheBuyer() {
        for (Optional<OrderStatus> status : Stream.concat(
                        Stream.of(OrderStatus.PAID).map(Optional::of), Stream.of(Optional.<OrderStatus>empty()))
                .toList()) {
            List<Order> all = page(status, Optional.empty(), ORDERS);
            assertEquals(status.isPresent() ? ORDERS / 2 : ORDERS, all.size());
            assertEquals(
                    all.stream()
                            .sorted(Comparator.comparing(Position::of).reversed())
                            .toList(),
                    all);
            assertEquals(all.subList(0, 200), paged(status, 200));
        }
    }
}
