package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueAudit;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** What the queue in tables holds of a sale. */
final class MySqlQueueAudit implements QueueAudit {
    private final QueueTables tables;

    MySqlQueueAudit(QueueTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher) {
        return QueueSales.count(tables.database(), shard, voucher).toCompletionStage();
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        return QueueAdjustments.applied(tables.database(), shard, voucher).toCompletionStage();
    }

    @Override
    public CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders) {
        return tables.database()
                .onSession(session -> QueueEntries.waiting(session, shard, orders))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        OrderQueue.requireBatch(orders);
        Reenqueue lost = new Reenqueue(epoch, voucher, orders);
        return tables.transactional()
                .inTransaction(lost::run)
                .onSuccess(_ -> tables.ring(epoch.shard()))
                .toCompletionStage();
    }
}
