package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.management.OrderHistory;
import io.nightmarket.mysql.client.Database;
import io.vertx.sqlclient.RowSet;
import java.util.concurrent.CompletionStage;

/** Rejections in order_rejection, lost orders in order_lost. */
public final class MySqlOrderHistory implements OrderHistory {
    private static final String OF_REMOVED_SALES =
            " WHERE voucher_id IN (SELECT voucher_id FROM flash_sale WHERE removed = 1) LIMIT 1000";
    private static final String REJECTIONS = "DELETE FROM order_rejection" + OF_REMOVED_SALES;
    private static final String LOST = "DELETE FROM order_lost" + OF_REMOVED_SALES;

    private final Database database;

    public MySqlOrderHistory(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Integer> prune() {
        return database.run(REJECTIONS, RowSet::rowCount)
                .compose(rejections -> database.run(LOST, RowSet::rowCount).map(lost -> rejections + lost))
                .toCompletionStage();
    }
}
