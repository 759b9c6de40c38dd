package io.nightmarket.mysql.sale;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;

/** The epoch of a shard's queue, held for the time of a transaction. The lock comes before those of claims and stock. */
public final class ShardEpochs {
    private static final String EPOCH = "SELECT epoch FROM order_shard WHERE shard = ? LOCK IN SHARE MODE";

    private ShardEpochs() {}

    /** Fails with {@code Unavailable} when it is another; that of a shard without a row is 0. */
    public static Future<Void> require(DatabaseSession session, Epoch epoch) {
        return session.run(EPOCH, epoch.shard().number())
                .map(rows -> Rows.number(rows, "epoch"))
                .compose(number -> number == epoch.number()
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Unavailable("the shard is of another epoch")));
    }
}
