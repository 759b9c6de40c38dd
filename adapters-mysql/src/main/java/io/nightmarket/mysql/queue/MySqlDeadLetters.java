package io.nightmarket.mysql.queue;

import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.DeadLetter;
import io.nightmarket.domain.order.DeadLetters;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The dead letters of the queue in tables. */
public final class MySqlDeadLetters implements DeadLetters {
    private final QueueTables tables;

    public MySqlDeadLetters(QueueTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<List<DeadLetter>> list(Shard shard, EntryId after, int max) {
        return QueueLetters.list(tables.database(), shard, after, max).toCompletionStage();
    }

    @Override
    public CompletionStage<Replay> replay(Shard shard, EntryId letter, OrderId fresh) {
        return tables.transactions()
                .run(session -> QueueShards.lock(session, shard)
                        .compose(last -> QueueLetters.lock(session, shard, letter)
                                .compose(found -> {
                                    if (found.isEmpty()) {
                                        return Future.succeededFuture(Replay.NO_SUCH_LETTER);
                                    }
                                    return found.get()
                                            .purchase()
                                            .map(old -> replay(
                                                    session,
                                                    shard,
                                                    last,
                                                    letter,
                                                    new Purchase(fresh, old.voucher(), old.buyer())))
                                            .orElseGet(() -> Future.succeededFuture(Replay.UNREADABLE));
                                })))
                .onSuccess(replay -> {
                    if (replay == Replay.REPLAYED) {
                        tables.ring(shard);
                    }
                })
                .toCompletionStage();
    }

    private static Future<Replay> replay(
            DatabaseSession session, Shard shard, EntryId last, EntryId letter, Purchase purchase) {
        List<AdmissionRequest> request = List.of(new AdmissionRequest(purchase, ""));
        return QueueSales.lock(session, shard, purchase.voucher())
                .compose(sale -> sale.isEmpty()
                        ? Future.succeededFuture(Replay.NO_SUCH_SALE)
                        : QueueBooks.known(session, shard, purchase.voucher(), request)
                                .compose(known -> {
                                    if (!known.isEmpty()) {
                                        return Future.succeededFuture(Replay.HAS_ORDER);
                                    }
                                    if (sale.get().free() <= 0) {
                                        return Future.succeededFuture(Replay.SOLD_OUT);
                                    }
                                    return Future.join(
                                                    AdmitGroup.write(session, shard, last, sale.get(), request),
                                                    QueueLetters.remove(session, shard, letter))
                                            .map(Replay.REPLAYED);
                                }));
    }

    @Override
    public CompletionStage<Boolean> purge(Shard shard, EntryId letter) {
        return tables.transactions()
                .run(session -> QueueLetters.remove(session, shard, letter))
                .toCompletionStage();
    }
}
