package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The units that rejections and transitions of orders wrote down as pending. */
public final class MySqlPendingReleases implements PendingReleases {
    private static final String PENDING = "SELECT id, voucher_id, user_id, revision FROM stock_return"
            + " WHERE shard = ? AND done = 0 AND id > ? ORDER BY id LIMIT ?";

    private static final String RELEASED =
            "UPDATE stock_return SET done = 1, done_at = NOW(3) WHERE revision = ? AND id IN";

    private static final String PRUNE = "DELETE FROM stock_return WHERE done_at < NOW(3) - INTERVAL ? SECOND"
            + " AND done = 1 ORDER BY done_at LIMIT 1000";

    private final Database database;

    public MySqlPendingReleases(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<Purchase>> pending(Shard shard, long after, int max) {
        return database.answer(
                PENDING, rows -> Rows.all(rows, MySqlPendingReleases::purchase), shard.number(), after, max);
    }

    @Override
    public CompletionStage<Void> markReleased(List<Purchase> released) {
        Map<Long, List<Long>> byRevision = released.stream()
                .collect(Collectors.groupingBy(
                        Purchase::revision,
                        Collectors.mapping(purchase -> purchase.order().value(), Collectors.toList())));
        return database.answer(session -> Future.join(byRevision.entrySet().stream()
                        .map(same -> Rows.in(session, RELEASED, List.of(same.getKey()), same.getValue()))
                        .toList())
                .mapEmpty());
    }

    @Override
    public CompletionStage<Integer> prune(Duration age) {
        return database.answer(PRUNE, RowSet::rowCount, age.toSeconds());
    }

    private static Purchase purchase(Row row) {
        return new Purchase(
                new OrderId(Columns.number(row, "id")),
                new VoucherId(Columns.number(row, "voucher_id")),
                new UserId(Columns.number(row, "user_id")),
                Columns.number(row, "revision"));
    }
}
