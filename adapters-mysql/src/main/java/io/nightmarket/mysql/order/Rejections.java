package io.nightmarket.mysql.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;

/** Rejected orders, and the unit that each of them owes to the queue. */
final class Rejections {
    private static final String INSERT =
            "INSERT IGNORE INTO order_rejection (order_id, voucher_id, user_id, reason) VALUES";
    /** An order that was admitted again after its unit went back owes another. */
    private static final String INSERT_RETURN =
            "REPLACE INTO stock_return (id, shard, kind, voucher_id, user_id, units) VALUES";

    private static final String KIND = "REJECTION";
    private static final String OWED = "SELECT id, voucher_id, user_id FROM stock_return"
            + " WHERE shard = ? AND done = 0 AND kind = '" + KIND + "' ORDER BY id";

    private final DatabaseSession session;
    private final Shard shard;

    Rejections(DatabaseSession session, Shard shard) {
        this.session = session;
        this.shard = shard;
    }

    /** Writes down what the batch rejected. */
    Future<Void> insert(SettlingBatch batch) {
        List<List<?>> rejections = new ArrayList<>();
        List<List<?>> returns = new ArrayList<>();
        batch.rejected().forEach((order, reason) -> {
            long id = order.order().value();
            long voucher = order.voucher().value();
            long buyer = order.buyer().value();
            rejections.add(List.of(id, voucher, buyer, reason.name()));
            returns.add(List.of(id, shard.number(), KIND, voucher, buyer, 1));
        });
        return Future.join(Rows.insert(session, INSERT, rejections), Rows.insert(session, INSERT_RETURN, returns))
                .mapEmpty();
    }

    Future<List<Purchase>> owed() {
        return session.run(OWED, shard.number()).map(rows -> Rows.all(rows, Rejections::purchase));
    }

    Future<Void> markDone(List<Purchase> returned) {
        List<Long> ids =
                returned.stream().map(purchase -> purchase.order().value()).toList();
        return Rows.in(session, "UPDATE stock_return SET done = 1 WHERE id IN", ids)
                .mapEmpty();
    }

    private static Purchase purchase(Row row) {
        return new Purchase(
                new OrderId(Columns.number(row, "id")),
                new VoucherId(Columns.number(row, "voucher_id")),
                new UserId(Columns.number(row, "user_id")));
    }
}
