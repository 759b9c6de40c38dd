package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.List;

/** Writes pending releases into stock_return. One that was done is pending again: its unit was reserved once more. */
public final class ReleaseRows {
    private static final String REPLACE =
            "REPLACE INTO stock_return (id, shard, kind, voucher_id, user_id, units, revision) VALUES";

    /** Why a unit returns: an order was rejected; or it was cancelled, expired or refunded. */
    public enum Kind {
        REJECTION,
        CANCEL
    }

    private ReleaseRows() {}

    public static List<?> row(Kind kind, Shard shard, Purchase purchase) {
        return List.of(
                purchase.order().value(),
                shard.number(),
                kind.name(),
                purchase.voucher().value(),
                purchase.buyer().value(),
                1,
                purchase.revision());
    }

    public static Future<Void> write(DatabaseSession session, List<List<?>> rows) {
        return Rows.insert(session, REPLACE, rows);
    }
}
