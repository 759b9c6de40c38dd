package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.voucher.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The units that rejections and transitions of orders wrote down as pending. */
public final class MySqlPendingReleases implements PendingReleases {
    private static final String PENDING = "SELECT id, voucher_id, user_id, revision FROM stock_return"
            + " WHERE shard = ? AND done = 0 AND id > ? ORDER BY id LIMIT ?";

    private static final String RELEASED = "UPDATE stock_return SET done = 1 WHERE id = ? AND revision = ?";

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
        return database.onSession(session -> Future.join(released.stream()
                        .map(purchase -> session.run(RELEASED, purchase.order().value(), purchase.revision()))
                        .toList()))
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    private static Purchase purchase(Row row) {
        return new Purchase(
                new OrderId(Columns.number(row, "id")),
                new VoucherId(Columns.number(row, "voucher_id")),
                new UserId(Columns.number(row, "user_id")),
                Columns.number(row, "revision"));
    }
}
