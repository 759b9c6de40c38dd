package io.nightmarket.mysql.order;

import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.QueueEntry.QueuedOrder;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.order.Settlement;
import io.nightmarket.mysql.client.Database;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A writer of one shard. What it may write is decided by {@link FencedWork}, not by this object's opinion of itself. */
final class MySqlWriter implements OrderBooks.Writer {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlWriter.class);
    private static final long CLOSE_SECONDS = 1;

    private final Database own;
    private final FencedWork fenced;
    private volatile EntryId lastSettled;

    MySqlWriter(Database own, FencedWork fenced, EntryId lastSettled) {
        this.own = own;
        this.fenced = fenced;
        this.lastSettled = lastSettled;
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
        SettlingBatch batch = new SettlingBatch(fresh);
        return fenced.upTo(last, fence -> new SettleBatch(fenced.session(), fenced.shard(), batch).run(fence))
                .onSuccess(_ -> lastSettled = last)
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> skip(EntryId entry) {
        return isFresh(entry)
                ? fenced.upTo(entry, fence -> fence)
                        .onSuccess(_ -> lastSettled = entry)
                        .toCompletionStage()
                : Future.<Void>succeededFuture().toCompletionStage();
    }

    @Override
    public CompletionStage<Settlement> reject(QueuedOrder order, RejectionReason reason) {
        if (!isFresh(order.id())) {
            return nothing().toCompletionStage();
        }
        SettlingBatch batch = new SettlingBatch(List.of(order));
        batch.reject(order, reason);
        return fenced.upTo(
                        order.id(),
                        fence -> fence.compose(_ -> new Rejections(fenced.session(), fenced.shard()).insert(batch)))
                .map(_ -> batch.settlement())
                .onSuccess(_ -> lastSettled = order.id())
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<Purchase>> owedReturns() {
        return fenced.unfenced(session -> new Rejections(session, fenced.shard()).owed())
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> markReturned(List<Purchase> returned) {
        return returned.isEmpty()
                ? Future.<Void>succeededFuture().toCompletionStage()
                : fenced.unfenced(session -> new Rejections(session, fenced.shard()).markDone(returned))
                        .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> close() {
        return fenced.session()
                .close()
                .eventually(own::close)
                .timeout(CLOSE_SECONDS, TimeUnit.SECONDS)
                .recover(failure -> {
                    LOG.debug("closing the writer of shard {}", fenced.shard().number(), failure);
                    fenced.session().cut();
                    return Future.succeededFuture();
                })
                .toCompletionStage();
    }

    private boolean isFresh(EntryId entry) {
        return entry.compareTo(lastSettled) > 0;
    }

    private static Future<Settlement> nothing() {
        return Future.succeededFuture(Settlement.NOTHING);
    }
}
