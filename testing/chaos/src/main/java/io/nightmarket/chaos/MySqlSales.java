package io.nightmarket.chaos;

import io.nightmarket.chaos.check.QueueState;
import io.nightmarket.testkit.SaleDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The queue in the tables of docs/sale.md. */
record MySqlSales(SaleDatabase database) implements QueueSales {
    @Override
    public QueueState state(Sale sale) throws SQLException {
        Map<Long, Long> buyers = new HashMap<>();
        var _ = database.list(
                "SELECT user_id, order_id FROM queue_sale JOIN queue_buyer USING (book) WHERE shard = ? AND voucher_id = ?",
                row -> buyers.put(row.getLong(1), row.getLong(2)),
                sale.shard(),
                sale.voucher());
        long waiting = database.number("SELECT COUNT(*) FROM queue_entry WHERE shard = ?", sale.shard());
        return new QueueState(free(sale), buyers, waiting, waiting);
    }

    @Override
    public OptionalLong free(Sale sale) throws SQLException {
        List<Long> free = database.list(
                "SELECT free FROM queue_sale WHERE shard = ? AND voucher_id = ?",
                row -> row.getLong(1),
                sale.shard(),
                sale.voucher());
        return free.isEmpty() ? OptionalLong.empty() : OptionalLong.of(free.getFirst());
    }
}
