package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.NewBuyers;
import io.nightmarket.domain.sale.queue.QueuedBuyers;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The buyers who have a reservation in the queue in tables. */
final class MySqlQueuedBuyers implements QueuedBuyers {
    private static final String NEXT =
            "SELECT b.user_id, b.order_id, b.request_key" + QueueBuyers.OF_SALE + " > ? ORDER BY b.user_id LIMIT ?";
    private static final String AFTER = "SELECT s.book, b.user_id, b.seq FROM queue_sale s"
            + " LEFT JOIN queue_buyer b ON b.book = s.book AND b.seq > ?"
            + " WHERE s.shard = ? AND s.voucher_id = ? ORDER BY b.seq LIMIT ?";
    private static final String END = "SELECT s.book,"
            + " (SELECT COALESCE(MAX(b.seq), 0) FROM queue_buyer b WHERE b.book = s.book) AS seq"
            + " FROM queue_sale s WHERE s.shard = ? AND s.voucher_id = ?";
    private static final int SLICE = 500;

    private final QueueTables tables;

    MySqlQueuedBuyers(QueueTables tables) {
        this.tables = tables;
    }

    /** Buyers with larger ids than the cursor, which is that of the last one before. */
    @Override
    public CompletionStage<BuyerSlice> slice(Shard shard, VoucherId voucher, long cursor) {
        return tables.database()
                .answer(
                        NEXT,
                        rows -> Rows.all(rows, row -> QueueBuyers.purchase(voucher, row)),
                        shard.number(),
                        voucher.value(),
                        cursor,
                        SLICE)
                .thenApply(slice -> new BuyerSlice(
                        slice,
                        slice.size() < SLICE
                                ? BuyerSlice.END
                                : slice.getLast().buyer().value()));
    }

    /** Sequences grow in the order of commits: who gives them out holds the row of the shard. */
    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        Database database = tables.database();
        return database.run(AFTER, rows -> after(rows, mark), mark.position(), shard.number(), voucher.value(), SLICE)
                .compose(read -> read.isPresent()
                        ? Future.succeededFuture(read.get())
                        : database.run(
                                END,
                                rows -> Rows.first(
                                                rows,
                                                row -> new NewBuyers(
                                                        List.of(),
                                                        new BuyerMark(
                                                                Columns.number(row, "book"),
                                                                Columns.number(row, "seq"))))
                                        .orElseThrow(() -> new Unavailable("the queue has no such sale")),
                                shard.number(),
                                voucher.value()))
                .toCompletionStage();
    }

    /** Nothing when the mark is of another book. */
    private static Optional<NewBuyers> after(RowSet<Row> rows, BuyerMark mark) {
        List<UserId> buyers = new ArrayList<>();
        long last = mark.position();
        for (Row row : rows) {
            if (Columns.number(row, "book") != mark.opening()) {
                return Optional.empty();
            }
            if (row.getValue("seq") != null) {
                buyers.add(new UserId(Columns.number(row, "user_id")));
                last = Columns.number(row, "seq");
            }
        }
        return rows.size() == 0
                ? Optional.empty()
                : Optional.of(new NewBuyers(buyers, new BuyerMark(mark.opening(), last)));
    }
}
