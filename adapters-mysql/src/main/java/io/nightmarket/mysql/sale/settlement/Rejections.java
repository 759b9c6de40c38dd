package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.sale.Shard;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Rejected orders, and the pending release of the unit of each. */
final class Rejections {
    private static final String INSERT =
            "INSERT IGNORE INTO order_rejection (order_id, voucher_id, user_id, reason) VALUES";
    /** An order that was admitted again after its unit was released has a pending release again. */
    private static final String INSERT_RETURN =
            "REPLACE INTO stock_return (id, shard, kind, voucher_id, user_id, units) VALUES";

    private static final String KIND = "REJECTION";

    private final DatabaseSession session;
    private final Shard shard;

    Rejections(DatabaseSession session, Shard shard) {
        this.session = session;
        this.shard = shard;
    }

    /** Writes down what the batch rejected. */
    Future<Void> insert(BatchOutcome batch) {
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
}
