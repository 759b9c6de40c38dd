package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueAudit;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.sale.queue.QueueBuyers.Part;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the queue in tables holds of a sale. */
final class MySqlQueueAudit implements QueueAudit {
    private static final String COUNT = "SELECT s.free,"
            + " (SELECT COUNT(*) FROM queue_buyer b WHERE b.book = s.book) AS buyers,"
            + " (SELECT COUNT(*) FROM queue_adjustment a WHERE a.book = s.book AND a.id >= 0) AS adjustments,"
            + " (SELECT COUNT(*) FROM queue_entry e WHERE e.shard = s.shard) AS waiting FROM queue_sale s"
            + " WHERE s.shard = ? AND s.voucher_id = ?";

    private static final String OLDEST_WAIT = "SELECT GREATEST(0, " + QueueSales.NOW
            + " - ms) AS waited FROM queue_entry WHERE shard = ? ORDER BY ms, seq LIMIT 1";

    private static final String ALL_APPLIED = "SELECT a.id FROM queue_sale s JOIN queue_adjustment a ON a.book = s.book"
            + " WHERE s.shard = ? AND s.voucher_id = ? AND a.id >= 0";

    private final QueueTables tables;

    MySqlQueueAudit(QueueTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher) {
        return tables.database()
                .answer(
                        COUNT,
                        rows -> Rows.first(
                                rows,
                                row -> new QueueCount(
                                        Columns.number(row, "free"),
                                        Columns.number(row, "buyers"),
                                        Columns.number(row, "adjustments"),
                                        Columns.number(row, "waiting"))),
                        shard.number(),
                        voucher.value());
    }

    @Override
    public CompletionStage<Duration> oldestWait(Shard shard) {
        return tables.database()
                .answer(OLDEST_WAIT, rows -> Duration.ofMillis(Rows.number(rows, "waited")), shard.number());
    }

    @Override
    public CompletionStage<Optional<QueuedTerms>> terms(Shard shard, VoucherId voucher) {
        return QueueSales.terms(tables.database(), shard, voucher).toCompletionStage();
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        return tables.database()
                .answer(
                        ALL_APPLIED,
                        rows -> Set.copyOf(Rows.all(rows, row -> Columns.number(row, "id"))),
                        shard.number(),
                        voucher.value());
    }

    @Override
    public CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders) {
        return tables.database().answer(session -> QueueEntries.waiting(session, shard, orders));
    }

    @Override
    public CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        OrderQueue.requireBatch(orders);
        return tables.inTransaction(session -> reenqueue(session, epoch, voucher, orders))
                .thenApply(appended -> {
                    tables.ring(epoch.shard());
                    return appended;
                });
    }

    /** Reads are sent as {@link AdmitGroup} does. */
    private static Future<Integer> reenqueue(
            DatabaseSession session, Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        Shard shard = epoch.shard();
        List<AdmissionRequest> requests =
                orders.stream().map(order -> new AdmissionRequest(order, "")).toList();
        Future<EntryId> last = QueueShards.lockOfEpoch(session, epoch);
        Future<Optional<QueueSale>> sale = QueueSales.lock(session, shard, voucher);
        Future<Map<UserId, Part>> known = QueueBuyers.known(session, shard, voucher, requests);
        Future<Set<OrderId>> waiting = QueueEntries.waiting(
                session, shard, orders.stream().map(Purchase::order).collect(Collectors.toSet()));
        return Future.join(last, sale, known, waiting).compose(_ -> {
            List<Purchase> lost = orders.stream()
                    .filter(order -> holds(known.result().get(order.buyer()), order)
                            && !waiting.result().contains(order.order()))
                    .toList();
            return lost.isEmpty() || sale.result().isEmpty()
                    ? Future.succeededFuture(0)
                    : QueueEntries.append(
                                    session,
                                    shard,
                                    last.result(),
                                    sale.result().get().now(),
                                    lost)
                            .map(lost.size());
        });
    }

    private static boolean holds(@Nullable Part part, Purchase order) {
        return part != null && part.order().equals(order.order());
    }
}
