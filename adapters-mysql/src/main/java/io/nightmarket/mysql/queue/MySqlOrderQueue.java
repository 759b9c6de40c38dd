package io.nightmarket.mysql.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Admission;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.BuyerMark;
import io.nightmarket.domain.order.BuyerSlice;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.Fenced;
import io.nightmarket.domain.order.NewBuyers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueCount;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.SaleOpening;
import io.nightmarket.domain.order.UnitsAdded;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /** @param maxBacklog the most entries that wait on a shard; then no buyer is admitted */
    public MySqlOrderQueue(QueueTables tables, long maxBacklog) {
        this.tables = tables;
        this.maxBacklog = maxBacklog;
    }

    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return MySqlSaleOpening.begin(tables.database(), tables.transactions())
                .onSuccess(_ -> tables.sweep().start())
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> adjust(FlashSale sale) {
        return QueueSales.adjust(tables.database(), sale).toCompletionStage();
    }

    @Override
    public CompletionStage<UnitsAdded> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units) {
        return tables.transactions()
                .run(session -> QueueShards.lock(session, epoch)
                        .compose(_ -> QueueSales.lock(session, epoch.shard(), voucher))
                        .compose(sale -> sale.isEmpty()
                                ? Future.succeededFuture(UnitsAdded.NO_SUCH_SALE)
                                : addUnits(session, sale.get(), adjustment, units)))
                .toCompletionStage();
    }

    private static Future<UnitsAdded> addUnits(DatabaseSession session, QueueSale sale, long adjustment, long units) {
        return QueueBooks.earlier(session, sale, adjustment).compose(earlier -> {
            if (earlier.isPresent()) {
                return Future.succeededFuture(earlier.get());
            }
            if (units < 0 && sale.free() + units < 0) {
                return QueueBooks.markRefused(session, sale, adjustment).map(UnitsAdded.TOO_FEW);
            }
            return Future.join(
                            QueueBooks.markApplied(session, sale.book(), List.of(adjustment)),
                            QueueSales.changeFree(session, sale, units))
                    .map(UnitsAdded.APPLIED);
        });
    }

    /** Who holds the sale's row keeps new entries of the sale away. Its buyers are swept away later. */
    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        return tables.transactions()
                .run(session -> QueueSales.lock(session, sale.shard(), sale.voucher())
                        .compose(found -> found.isEmpty()
                                ? Future.succeededFuture(true)
                                : QueueEntries.anyOf(session, sale.shard(), sale.voucher())
                                        .compose(waits -> waits
                                                ? Future.succeededFuture(false)
                                                : QueueSales.remove(session, found.get())
                                                        .map(true))))
                .onSuccess(removed -> {
                    if (removed) {
                        tables.sweep().start();
                    }
                })
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return QueueShards.isOpen(tables.database(), epoch).toCompletionStage();
    }

    @Override
    public CompletionStage<Fenced> fence(Epoch epoch) {
        return tables.transactions()
                .run(session -> QueueShards.fence(session, epoch))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> drop(Epoch epoch, VoucherId voucher) {
        return tables.transactions()
                .run(session -> QueueShards.lockRebuilding(session, epoch)
                        .compose(_ -> QueueSales.lock(session, epoch.shard(), voucher))
                        .compose(sale -> sale.isEmpty()
                                ? Future.<Void>succeededFuture()
                                : QueueSales.remove(session, sale.get())))
                .onSuccess(_ -> tables.sweep().start())
                .toCompletionStage();
    }

    /** Its ids stand in the database that knows the last one settled: neither is ever set back without the other. */
    @Override
    public CompletionStage<Void> raise(Epoch epoch, EntryId lastSettled) {
        return tables.transactions()
                .run(session -> QueueShards.lockRebuilding(session, epoch))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        return QueueBooks.applied(tables.database(), shard, voucher).toCompletionStage();
    }

    @Override
    public CompletionStage<Void> unfence(Epoch epoch, EntryId lastSettled) {
        return tables.transactions()
                .run(session -> QueueShards.unfence(session, epoch, lastSettled))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher) {
        return QueueSales.count(tables.database(), shard, voucher).toCompletionStage();
    }

    /** What this queue holds is as durable as the orders: only the rebuilding of it may make an answer wrong. */
    private <T> CompletionStage<T> inEpoch(Epoch epoch, Supplier<Future<T>> work) {
        return QueueShards.isOpen(tables.database(), epoch)
                .compose(open -> open ? work.get() : Future.failedFuture(QueueShards.fenced()))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests) {
        checkSize(requests);
        AdmitGroup group = new AdmitGroup(epoch, voucher, requests, maxBacklog);
        return tables.transactions()
                .run(group::run)
                .onSuccess(answers -> {
                    if (answers.stream().anyMatch(Admission.Accepted.class::isInstance)) {
                        tables.ring(epoch.shard());
                    }
                })
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer) {
        return inEpoch(epoch, () -> QueueBooks.find(tables.database(), epoch.shard(), voucher, buyer));
    }

    /** Some statements of many rows; what more would do is better done by the next group. */
    private static void checkSize(List<?> buyers) {
        if (buyers.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("not more than " + MOST_AT_ONCE + " buyers at once");
        }
    }

    @Override
    public CompletionStage<BuyerSlice> buyers(Shard shard, VoucherId voucher, long cursor) {
        return QueueBooks.slice(tables.database(), shard, voucher, cursor).toCompletionStage();
    }

    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        return QueueBooks.after(tables.database(), shard, voucher, mark).toCompletionStage();
    }

    @Override
    public CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders) {
        return tables.database()
                .onSession(session -> QueueEntries.waiting(session, shard, orders))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Integer> emitAgain(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        checkSize(orders);
        EmitAgain lost = new EmitAgain(epoch, voucher, orders);
        return tables.transactions()
                .run(lost::run)
                .onSuccess(_ -> tables.ring(epoch.shard()))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> distrust(Epoch epoch) {
        return QueueShards.distrust(tables.database(), epoch).toCompletionStage();
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
    public CompletionStage<Boolean> giveBack(Shard shard, Purchase purchase) {
        return tables.transactions()
                .run(session -> QueueSales.lock(session, shard, purchase.voucher())
                        .compose(sale -> sale.isEmpty()
                                ? Future.succeededFuture(false)
                                : giveBack(session, sale.get(), purchase)))
                .toCompletionStage();
    }

    private static Future<Boolean> giveBack(DatabaseSession session, QueueSale sale, Purchase purchase) {
        return QueueBooks.forget(session, sale, purchase)
                .compose(mine ->
                        mine ? QueueSales.changeFree(session, sale, 1).map(true) : Future.succeededFuture(false));
    }

    @Override
    public CompletionStage<Optional<Long>> free(Shard shard, VoucherId voucher) {
        return QueueSales.free(tables.database(), shard, voucher).toCompletionStage();
    }
}
