package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.operation.UnsettledOrders;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Rejections in order_rejection, lost orders in order_lost; both have an index by sale. */
public final class MySqlUnsettledOrders implements UnsettledOrders {
    private static final String REMOVED_SALES = "SELECT f.voucher_id FROM flash_sale f WHERE f.removed = 1"
            + " AND (EXISTS (SELECT 1 FROM order_rejection r WHERE r.voucher_id = f.voucher_id)"
            + " OR EXISTS (SELECT 1 FROM order_lost l WHERE l.voucher_id = f.voucher_id)) LIMIT 1";
    private static final String REJECTIONS = "DELETE FROM order_rejection WHERE voucher_id = ? LIMIT 1000";
    private static final String LOST = "DELETE FROM order_lost WHERE voucher_id = ? LIMIT 1000";

    private final Database database;

    public MySqlUnsettledOrders(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Integer> prune() {
        return database.run(REMOVED_SALES, rows -> Rows.all(rows, row -> Columns.number(row, "voucher_id")))
                .compose(this::prune)
                .toCompletionStage();
    }

    private Future<Integer> prune(List<Long> sales) {
        return sales.isEmpty()
                ? Future.succeededFuture(0)
                : database.run(REJECTIONS, RowSet::rowCount, sales.getFirst())
                        .compose(rejections -> database.run(LOST, RowSet::rowCount, sales.getFirst())
                                .map(lost -> rejections + lost));
    }
}
