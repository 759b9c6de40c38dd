package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.NewBuyers;
import io.nightmarket.domain.sale.queue.QueuedBuyers;
import io.nightmarket.domain.shop.VoucherId;
import java.util.concurrent.CompletionStage;

/** The buyers who have a reservation in the queue in tables. */
final class MySqlQueuedBuyers implements QueuedBuyers {
    private final QueueTables tables;

    MySqlQueuedBuyers(QueueTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<BuyerSlice> slice(Shard shard, VoucherId voucher, long cursor) {
        return QueueBuyers.slice(tables.database(), shard, voucher, cursor).toCompletionStage();
    }

    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        return QueueBuyers.after(tables.database(), shard, voucher, mark).toCompletionStage();
    }
}
