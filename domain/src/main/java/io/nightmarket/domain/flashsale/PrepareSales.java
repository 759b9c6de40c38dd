package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.order.OrderQueue;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Brings sales from the database into the queue, where buyers meet them. */
public final class PrepareSales {
    private final FlashSaleRepository sales;
    private final OrderQueue queue;
    private final Clock clock;

    public PrepareSales(FlashSaleRepository sales, OrderQueue queue, Clock clock) {
        this.sales = sales;
        this.queue = queue;
        this.clock = clock;
    }

    /** Prepares one sale; false when there is none. What the queue holds already is left as it is. */
    public CompletionStage<Boolean> prepare(VoucherId voucher) {
        return sales.load(voucher)
                .thenCompose(found -> found.map(snapshot -> queue.open(snapshot).thenApply(_ -> true))
                        .orElseGet(() -> CompletableFuture.completedStage(false)));
    }

    /** Prepares every sale of the shard that has not ended, one after the other, then lets buyers in. */
    public CompletionStage<Void> prepareAll(Shard shard) {
        return sales.unfinished(shard, clock.instant()).thenCompose(vouchers -> {
            CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
            for (VoucherId voucher : vouchers) {
                all = all.thenCompose(_ -> prepare(voucher));
            }
            return all.thenCompose(_ -> queue.unfence(shard));
        });
    }
}
