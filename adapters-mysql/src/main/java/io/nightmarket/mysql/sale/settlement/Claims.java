package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes the right to one order per buyer and sale, by its key, with the moment until which the order may be paid. Who has it
 * is read back: how many rows a driver says it wrote depends on its settings.
 */
final class Claims {
    private static final String COLUMNS = " INTO order_claim (voucher_id, user_id, order_id, pay_until) VALUES";
    private static final String INSERT = "INSERT" + COLUMNS;
    private static final String INSERT_IGNORE = "INSERT IGNORE" + COLUMNS;

    /** Without a time to pay the moment is NULL, that is never. */
    private static final String ROW = "(?, ?, ?, NOW(3) + INTERVAL NULLIF(?, 0) MICROSECOND)";

    private static final String READ_BACK = "SELECT order_id FROM order_claim WHERE voucher_id = ? AND user_id IN";

    private final DatabaseSession session;
    private final long payWithinMicros;
    private final BatchOutcome batch;

    /** @param payWithin from now on, by the clock of the database; zero: for ever */
    Claims(DatabaseSession session, Duration payWithin, BatchOutcome batch) {
        this.session = session;
        this.payWithinMicros = payWithin.toNanos() / 1_000;
        this.batch = batch;
    }

    /** Takes the right for every order. Fails with {@code Corrupt} when a buyer has used it up. */
    Future<Void> takeAll() {
        return Rows.insert(session, INSERT, ROW, rows());
    }

    private List<List<?>> rows() {
        List<List<?>> rows = new ArrayList<>();
        for (QueuedOrder order : batch.open()) {
            rows.add(List.of(
                    order.voucher().value(),
                    order.buyer().value(),
                    order.order().value(),
                    payWithinMicros));
        }
        return rows;
    }

    /** Rejects the orders whose buyer holds the right by another order. */
    Future<Void> take() {
        Future<Void> insert = Rows.insert(session, INSERT_IGNORE, ROW, rows());
        Future<Set<Long>> held = readBack();
        return insert.compose(_ -> held).compose(mine -> {
            batch.rejectAll(order -> !mine.contains(order.order().value()), RejectionReason.ALREADY_BOUGHT);
            return Future.succeededFuture();
        });
    }

    /** The ids of the orders by which the batch's buyers hold their rights. */
    private Future<Set<Long>> readBack() {
        List<Future<List<Row>>> reads = new ArrayList<>();
        batch.openBySale()
                .forEach((voucher, orders) -> reads.add(Rows.in(
                        session,
                        READ_BACK,
                        List.of(voucher.value()),
                        orders.stream().map(order -> order.buyer().value()).toList())));
        return Future.join(reads).map(_ -> {
            Set<Long> held = new HashSet<>();
            reads.forEach(read -> read.result().forEach(row -> held.add(Columns.number(row, "order_id"))));
            return held;
        });
    }
}
