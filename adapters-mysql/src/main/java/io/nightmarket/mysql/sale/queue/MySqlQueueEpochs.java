package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.QueueEpochs;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.Future;
import java.util.concurrent.CompletionStage;

/** Epochs of the shards in tables. */
final class MySqlQueueEpochs implements QueueEpochs {
    private final QueueTables tables;

    MySqlQueueEpochs(QueueTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return QueueShards.isOpen(tables.database(), epoch).toCompletionStage();
    }

    @Override
    public CompletionStage<BegunEpoch> beginEpoch(Epoch epoch) {
        return tables.transactional()
                .inTransaction(session -> QueueShards.beginEpoch(session, epoch))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> drop(Epoch epoch, VoucherId voucher) {
        return tables.transactional()
                .inTransaction(session -> QueueShards.lockRebuilding(session, epoch)
                        .compose(_ -> QueueSales.lock(session, epoch.shard(), voucher))
                        .compose(sale -> sale.isEmpty()
                                ? Future.<Void>succeededFuture()
                                : QueueSales.remove(session, sale.get())))
                .onSuccess(_ -> tables.sweep().start())
                .toCompletionStage();
    }

    /** Its ids stand in the database that knows the last one settled: neither is ever set back without the other. */
    @Override
    public CompletionStage<Void> raiseEntryIds(Epoch epoch, EntryId lastSettled) {
        return tables.transactional()
                .inTransaction(session -> QueueShards.lockRebuilding(session, epoch))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> open(Epoch epoch, EntryId lastSettled) {
        return tables.transactional()
                .inTransaction(session -> QueueShards.open(session, epoch, lastSettled))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> close(Epoch epoch) {
        return QueueShards.close(tables.database(), epoch).toCompletionStage();
    }
}
