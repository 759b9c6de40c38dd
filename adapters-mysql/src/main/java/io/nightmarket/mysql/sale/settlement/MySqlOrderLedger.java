package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.lock.FencingTokenTable;
import io.nightmarket.mysql.lock.FencingTokens;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Claims, epochs and lost orders in MySQL; writers, each with a connection and a fencing token of its own. */
public final class MySqlOrderLedger implements OrderLedger {
    private static final FencingTokenTable SHARDS =
            new FencingTokenTable("order_shard", "shard", List.of("last_ms", "last_seq"));

    private static final String CLAIMS =
            "SELECT user_id, order_id FROM order_claim WHERE voucher_id = ? AND user_id IN";

    private static final String UNDECIDED =
            "SELECT id FROM payment WHERE (outcome IS NULL OR outcome = 'LATE') AND id IN";
    static final String EPOCH = "SELECT epoch FROM order_shard WHERE shard = ?";

    /** Enough for an honest buyer, and few enough that none fills the table. */
    private static final int MOST_LOST = 16;

    /** Read without locks: every user may ask, and the writer needs the shard's row. */
    private static final String LOST = "SELECT COALESCE((SELECT epoch FROM order_shard WHERE shard = ?), 0) AS epoch,"
            + " (SELECT COUNT(*) FROM order_lost WHERE voucher_id = ? AND user_id = ?) AS lost";

    private static final String MARK_LOST =
            "INSERT IGNORE INTO order_lost (order_id, user_id, voucher_id) VALUES (?, ?, ?)";

    private static final String UNMARK_LOST =
            "DELETE FROM order_lost WHERE order_id = ? AND user_id = ? AND voucher_id = ?";

    private final Database database;
    private final FencingTokens tokens;
    private final Duration payWithin;

    /** @param payWithin from the settlement of an order; zero: for ever */
    public MySqlOrderLedger(Database database, Databases databases, Duration payWithin) {
        this.database = database;
        this.payWithin = payWithin;
        this.tokens = new FencingTokens(databases, SHARDS);
    }

    @Override
    public CompletionStage<Writer> becomeWriter(Shard shard) {
        return tokens.takeOver(shard.number())
                .<Writer>compose(fenced -> MySqlDeadLetters.skipRequests(fenced.session(), shard)
                        .<Writer>map(skips -> new MySqlWriter(fenced, shard, payWithin, skips))
                        .onFailure(_ -> fenced.session().cut()))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Map<UserId, OrderId>> claims(VoucherId voucher, Set<UserId> buyers) {
        return database.answer(session -> Rows.in(
                        session,
                        CLAIMS,
                        List.of(voucher.value()),
                        buyers.stream().map(UserId::value).toList())
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(
                                row -> new UserId(Columns.number(row, "user_id")),
                                row -> new OrderId(Columns.number(row, "order_id"))))));
    }

    @Override
    public CompletionStage<Set<Long>> undecided(Set<Long> revisions) {
        return database.answer(session -> Rows.in(session, UNDECIDED, List.copyOf(revisions))
                .map(rows -> rows.stream().map(row -> Columns.number(row, "id")).collect(Collectors.toSet())));
    }

    @Override
    public CompletionStage<Epoch> epoch(Shard shard) {
        return database.answer(EPOCH, rows -> epoch(shard, rows), shard.number());
    }

    /** That of a shard without a row has not begun. */
    static Epoch epoch(Shard shard, RowSet<Row> rows) {
        return new Epoch(shard, Rows.number(rows, "epoch"));
    }

    /** When the epoch ended meanwhile its queue may bring the order back: then the row is taken away again. */
    @Override
    public CompletionStage<Void> recordLost(Epoch epoch, Purchase purchase) {
        return database.answer(session -> readLost(session, epoch, purchase)
                .compose(row -> Columns.number(row, "lost") < MOST_LOST
                        ? insertLost(session, epoch, purchase)
                        : Future.succeededFuture())
                .mapEmpty());
    }

    private static Future<Void> insertLost(DatabaseSession session, Epoch epoch, Purchase purchase) {
        List<Long> row = List.of(
                purchase.order().value(),
                purchase.buyer().value(),
                purchase.voucher().value());
        return session.run(MARK_LOST, row)
                .compose(inserted -> readLost(session, epoch, purchase)
                        .recover(failure -> (inserted.rowCount() == 1
                                        ? session.run(UNMARK_LOST, row)
                                        : Future.succeededFuture())
                                .compose(_ -> Future.failedFuture(failure)))
                        .mapEmpty());
    }

    private static Future<Row> readLost(DatabaseSession session, Epoch epoch, Purchase purchase) {
        return session.run(
                        LOST,
                        epoch.shard().number(),
                        purchase.voucher().value(),
                        purchase.buyer().value())
                .compose(rows -> requireCurrent(epoch, rows));
    }

    private static Future<Row> requireCurrent(Epoch epoch, RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return Columns.number(row, "epoch") == epoch.number()
                ? Future.succeededFuture(row)
                : Future.failedFuture(new Unavailable("the shard is of another epoch"));
    }
}
