package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The queue in tables of one server, whose transactions are the atomic steps. An admission locks the row of its shard,
 * then that of its sale; whatever else changes a sale locks the sale's row alone. The clock of a sale is the server's,
 * read when the shard's row was got. An answer comes after the commit, so it is as durable as the server's commits.
 */
public final class MySqlOrderQueue implements OrderQueue {
    private final QueueTables tables;
    private final long maxBacklog;

    /**
     * The ports of the queue in tables.
     *
     * @param maxBacklog the most entries that wait on a shard; then no buyer is admitted
     */
    public static QueuePorts ports(QueueTables tables, long maxBacklog) {
        return new QueuePorts(
                new MySqlOrderQueue(tables, maxBacklog),
                new MySqlQueuedSales(tables),
                new MySqlQueueEpochs(tables),
                new MySqlQueuedBuyers(tables),
                new MySqlQueueAudit(tables));
    }

    private MySqlOrderQueue(QueueTables tables, long maxBacklog) {
        this.tables = tables;
        this.maxBacklog = maxBacklog;
    }

    @Override
    public CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests) {
        return admit(new AdmitGroup(epoch, voucher, requests, maxBacklog, false), epoch.shard());
    }

    @Override
    public CompletionStage<List<Admission>> admitNext(Epoch epoch, VoucherId voucher, List<Purchase> next) {
        List<AdmissionRequest> requests = next.stream()
                .map(purchase -> new AdmissionRequest(purchase, ""))
                .toList();
        return admit(new AdmitGroup(epoch, voucher, requests, maxBacklog, true), epoch.shard());
    }

    private CompletionStage<List<Admission>> admit(AdmitGroup group, Shard shard) {
        return tables.transactional()
                .inTransaction(group::run)
                .onSuccess(answers -> {
                    if (answers.stream().anyMatch(Admission.Accepted.class::isInstance)) {
                        tables.ring(shard);
                    }
                })
                .toCompletionStage();
    }

    /** What this queue holds is as durable as the orders: only the rebuilding of it may make an answer wrong. */
    private <T> CompletionStage<T> inEpoch(Epoch epoch, Supplier<Future<T>> work) {
        return QueueShards.isOpen(tables.database(), epoch)
                .compose(open -> open ? work.get() : Future.failedFuture(QueueShards.closed()))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer) {
        return inEpoch(epoch, () -> QueueBuyers.find(tables.database(), epoch.shard(), voucher, buyer));
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order) {
        return inEpoch(epoch, () -> QueueEntries.find(tables.database(), epoch.shard(), order));
    }

    @Override
    public CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        return tables.await(shard, after, max, wait).toCompletionStage();
    }

    @Override
    public CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        return QueueEntries.acknowledge(tables.database(), shard, last).toCompletionStage();
    }

    @Override
    public CompletionStage<Release> release(Epoch epoch, Purchase purchase) {
        return tables.onSale(
                QueueShards::lockOfEpoch,
                epoch,
                purchase.voucher(),
                Release.NO_SUCH_SALE,
                (session, sale) -> release(session, sale, purchase));
    }

    @Override
    public CompletionStage<Reservation> reserve(Epoch epoch, Purchase purchase) {
        return tables.onSale(
                QueueShards::lock,
                epoch,
                purchase.voucher(),
                Reservation.NO_SUCH_SALE,
                (session, sale) -> reserve(session, sale, purchase));
    }

    private static Future<Reservation> reserve(DatabaseSession session, QueueSale sale, Purchase purchase) {
        return QueueBuyers.ofBuyer(session, sale, purchase.buyer()).compose(known -> {
            if (known.isPresent()) {
                return Future.succeededFuture(
                        QueueBuyers.isOf(known.get(), purchase) ? Reservation.RESERVED : Reservation.BUYER_HAS_ONE);
            }
            return sale.free() <= 0
                    ? Future.succeededFuture(Reservation.SOLD_OUT)
                    : Future.join(
                                    QueueBuyers.reserve(session, sale, purchase),
                                    QueueSales.changeFree(session, sale, -1))
                            .map(Reservation.RESERVED);
        });
    }

    private static Future<Release> release(DatabaseSession session, QueueSale sale, Purchase purchase) {
        return QueueBuyers.remove(session, sale, purchase)
                .compose(mine -> mine
                        ? QueueSales.changeFree(session, sale, 1).map(Release.RELEASED)
                        : Future.succeededFuture(Release.NOT_RESERVED));
    }
}
