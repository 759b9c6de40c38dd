package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statements that settle one batch, inside of a transaction. Statements that don't need one another's answers are
 * sent together, and all of them are waited for: whatever came late would fall into the next transaction.
 */
final class SettlementStatements {
    private static final String SALES_OF_SHARD = "SELECT voucher_id FROM flash_sale WHERE shard = ? AND voucher_id IN";
    private static final String KNOWN_ORDERS =
            "SELECT id, user_id, voucher_id, " + OrderRows.STATUS + " AS status FROM tb_voucher_order WHERE id IN";
    private static final String REJECTED =
            "SELECT order_id, user_id, voucher_id, reason FROM order_rejection WHERE order_id IN";
    private static final String LOST =
            "SELECT order_id, user_id, voucher_id, 'LOST' AS reason FROM order_lost WHERE order_id IN";

    private final DatabaseSession session;
    private final Shard shard;
    private final BatchOutcome batch;
    private final Claims claims;
    private final PlacedOrders placed;

    /** @param payWithin from the settlement of an order; zero: for ever */
    SettlementStatements(DatabaseSession session, Shard shard, Duration payWithin, BatchOutcome batch) {
        this.session = session;
        this.shard = shard;
        this.batch = batch;
        this.claims = new Claims(session, payWithin, batch);
        this.placed = new PlacedOrders(session, batch);
    }

    /**
     * Sells to all of them, in one round trip. That holds for nearly every batch, since the queue admitted no buyer twice
     * and none without a unit; fails with {@code Corrupt} where it does not, and the transaction must not be committed.
     */
    Future<Settlement> sellAll(Future<Void> fence) {
        Future<Void> sales = sales().compose(rows -> rows.size() == voucherIds().size()
                ? Future.succeededFuture()
                : Future.failedFuture(new Corrupt("a sale is not of this shard")));
        Future<Void> rejected = rejected()
                .compose(rows -> rows.isEmpty()
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Corrupt("an order was rejected before")));
        return Future.join(List.of(
                        fence, sales, rejected, claims.takeAll(), new Stock(session, batch).takeAll(), placed.insert()))
                .map(_ -> batch.settlement());
    }

    /** Inserts all of them and lowers the stock, whatever sales and rejections say. */
    Future<Void> insertAll() {
        return Future.join(claims.takeAll(), new Stock(session, batch).takeAll(), placed.insert())
                .mapEmpty();
    }

    /** Finds out for each what becomes of it. Reads on the heels of the fence's check; writes once it was found to hold. */
    Future<Settlement> judgeEach(Future<Void> fence) {
        Future<List<Row>> known = Rows.in(session, KNOWN_ORDERS, orderIds());
        Future<List<Row>> rejected = rejected();
        Future<List<Row>> sales = sales();
        return fence.compose(_ -> known)
                .map(this::dropKnown)
                .compose(_ -> rejected)
                .map(this::rejectAgain)
                .compose(_ -> sales)
                .map(this::rejectUnknown)
                .compose(_ -> claims.take())
                .compose(_ -> new Stock(session, batch).take())
                .compose(_ -> Future.join(placed.insert(), new UnsoldOrders(session, shard).insert(batch)))
                .map(_ -> batch.settlement());
    }

    private Future<List<Row>> sales() {
        return Rows.in(session, SALES_OF_SHARD, List.of(shard.number()), List.copyOf(voucherIds()));
    }

    private Future<List<Row>> rejected() {
        Future<List<Row>> rejected = Rows.in(session, REJECTED, orderIds());
        Future<List<Row>> lost = Rows.in(session, LOST, orderIds());
        return Future.join(rejected, lost)
                .map(_ -> Stream.concat(rejected.result().stream(), lost.result().stream())
                        .filter(row -> batch.open().stream().anyMatch(order -> isOf(order, row)))
                        .toList());
    }

    private static boolean isOf(QueuedOrder order, Row row) {
        return Columns.number(row, "order_id") == order.order().value()
                && Columns.number(row, "user_id") == order.buyer().value()
                && Columns.number(row, "voucher_id") == order.voucher().value();
    }

    private List<Long> orderIds() {
        return batch.open().stream().map(order -> order.order().value()).toList();
    }

    private Set<Long> voucherIds() {
        Set<Long> ids = new HashSet<>();
        batch.open().forEach(order -> ids.add(order.voucher().value()));
        return ids;
    }

    /** An order can come again under a later entry; all that may be left to do is to release what the queue reserved for it. */
    private BatchOutcome dropKnown(List<Row> rows) {
        Map<Long, Row> byId = new HashMap<>();
        rows.forEach(row -> byId.put(Columns.number(row, "id"), row));
        batch.drop(
                order -> {
                    Row row = byId.get(order.order().value());
                    return row != null && isSame(order, row);
                },
                order -> isOver(byId.get(order.order().value())));
        return batch;
    }

    private static boolean isOver(@Nullable Row row) {
        return row != null
                && OrderStatus.of(Columns.small(row, "status"))
                        .filter(OrderStatus::isOver)
                        .isPresent();
    }

    private static boolean isSame(QueuedOrder order, Row row) {
        if (Columns.number(row, "user_id") == order.buyer().value()
                && Columns.number(row, "voucher_id") == order.voucher().value()) {
            return true;
        }
        throw new Corrupt("order " + order.order().value() + " is in the database as another's");
    }

    /** The buyer was answered so. */
    private BatchOutcome rejectAgain(List<Row> rows) {
        for (Row row : rows) {
            batch.rejectAll(order -> isOf(order, row), RejectionReason.valueOf(Columns.text(row, "reason")));
        }
        return batch;
    }

    private BatchOutcome rejectUnknown(List<Row> rows) {
        Set<Long> known = new HashSet<>();
        rows.forEach(row -> known.add(Columns.number(row, "voucher_id")));
        batch.rejectAll(order -> !known.contains(order.voucher().value()), RejectionReason.UNKNOWN_VOUCHER);
        return batch;
    }
}
