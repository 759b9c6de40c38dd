package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.sale.Shard;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.sale.ReleaseRows;
import io.nightmarket.mysql.sale.ReleaseRows.Kind;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Rejected orders, and the pending releases of their units and of those of orders that are over. */
final class UnsoldOrders {
    private static final String INSERT =
            "INSERT IGNORE INTO order_rejection (order_id, voucher_id, user_id, reason) VALUES";

    private final DatabaseSession session;
    private final Shard shard;

    UnsoldOrders(DatabaseSession session, Shard shard) {
        this.session = session;
        this.shard = shard;
    }

    /** Writes down what the batch did not sell. */
    Future<Void> insert(BatchOutcome batch) {
        List<List<?>> rejections = new ArrayList<>();
        List<List<?>> returns = new ArrayList<>();
        batch.rejected().forEach((order, reason) -> {
            long id = order.order().value();
            long voucher = order.voucher().value();
            long buyer = order.buyer().value();
            rejections.add(List.of(id, voucher, buyer, reason.name()));
            returns.add(ReleaseRows.row(Kind.REJECTION, shard, order.purchase()));
        });
        batch.over().forEach(order -> returns.add(ReleaseRows.row(Kind.CANCEL, shard, order.purchase())));
        return Future.join(Rows.insert(session, INSERT, rejections), ReleaseRows.write(session, returns))
                .mapEmpty();
    }
}
