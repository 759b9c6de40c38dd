package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.mysql.lock.FencedTransactions;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A writer of one shard. What it may write is decided by {@link FencedTransactions}, not by this object's opinion of itself. */
final class MySqlWriter implements OrderLedger.Writer {
    /** Follows the clock, so that a database restored to an older state reuses no epoch that the queue has had. */
    private static final String NEXT_EPOCH =
            "UPDATE order_shard SET epoch = GREATEST(epoch + 1, UNIX_TIMESTAMP()) WHERE shard = ?";

    private final FencedTransactions fenced;
    private final Shard shard;
    private final Duration payWithin;
    private final Set<OrderId> skipRequests;
    private volatile EntryId lastSettled;

    /**
     * @param fenced carries the last entry settled
     * @param payWithin from the settlement of an order; zero: for ever
     */
    MySqlWriter(FencedTransactions fenced, Shard shard, Duration payWithin, Set<OrderId> skipRequests) {
        this.fenced = fenced;
        this.shard = shard;
        this.payWithin = payWithin;
        this.skipRequests = new HashSet<>(skipRequests);
        this.lastSettled =
                new EntryId(fenced.carried().getFirst(), fenced.carried().getLast());
    }

    @Override
    public EntryId lastSettled() {
        return lastSettled;
    }

    @Override
    public CompletionStage<Settlement> settle(List<QueuedOrder> orders) {
        List<QueuedOrder> fresh =
                orders.stream().filter(order -> isFresh(order.id())).toList();
        if (fresh.isEmpty()) {
            return nothing().toCompletionStage();
        }
        EntryId last = fresh.getLast().id();
        return upTo(last, fence -> batch(fresh).sellAll(fence))
                .recover(failure -> failure instanceof Corrupt
                        ? upTo(last, fence -> batch(fresh).judgeEach(fence))
                        : Future.failedFuture(failure))
                .onSuccess(_ -> lastSettled = last)
                .toCompletionStage();
    }

    private SettlementStatements batch(List<QueuedOrder> orders) {
        return new SettlementStatements(fenced.session(), shard, payWithin, new BatchOutcome(orders));
    }

    @Override
    public Set<OrderId> skipRequests() {
        return Set.copyOf(skipRequests);
    }

    @Override
    public CompletionStage<Void> writeDeadLetter(QueueEntry entry, String reason) {
        return isFresh(entry.id())
                ? upTo(
                                entry.id(),
                                fence -> fence.compose(
                                        _ -> MySqlDeadLetters.write(fenced.session(), shard, entry, reason)))
                        .onSuccess(_ -> passed(entry))
                        .toCompletionStage()
                : Future.<Void>succeededFuture().toCompletionStage();
    }

    /** A skip is done once: the order may be replayed to this writer. */
    private void passed(QueueEntry entry) {
        lastSettled = entry.id();
        if (entry instanceof QueuedOrder order) {
            skipRequests.remove(order.order());
        }
    }

    @Override
    public CompletionStage<Boolean> acceptsOrders(QueuedOrder refused) {
        return fenced.rehearsed(
                        List.of(lastSettled.millis(), lastSettled.sequence()),
                        fence -> fence.compose(_ ->
                                new InsertProbe(fenced.session(), order -> batch(List.of(order))).insertAgain(refused)))
                .map(true)
                .recover(failure ->
                        failure instanceof Corrupt ? Future.succeededFuture(false) : Future.failedFuture(failure))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Epoch> nextEpoch() {
        return upTo(
                        lastSettled,
                        fence -> fence.compose(_ -> fenced.session().run(NEXT_EPOCH, shard.number()))
                                .compose(_ -> fenced.session().run(MySqlOrderLedger.EPOCH, shard.number()))
                                .map(rows -> MySqlOrderLedger.epoch(shard, rows)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> close() {
        return fenced.close().toCompletionStage();
    }

    /** Settles everything up to this entry in the transaction of the work. */
    private <T> Future<T> upTo(EntryId last, Function<Future<Void>, Future<T>> work) {
        return fenced.guarded(List.of(last.millis(), last.sequence()), work);
    }

    private boolean isFresh(EntryId entry) {
        return entry.compareTo(lastSettled) > 0;
    }

    private static Future<Settlement> nothing() {
        return Future.succeededFuture(Settlement.NOTHING);
    }
}
