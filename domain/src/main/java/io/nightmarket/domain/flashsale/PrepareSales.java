package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderQueue;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Brings sales from the database into the queue, where buyers meet them. */
public final class PrepareSales {
    private final FlashSaleRepository sales;
    private final OrderQueue queue;
    private final Clock clock;
    private final SingleFlight<VoucherId, Boolean> preparing = new SingleFlight<>();

    public PrepareSales(FlashSaleRepository sales, OrderQueue queue, Clock clock) {
        this.sales = sales;
        this.queue = queue;
        this.clock = clock;
    }

    /** Prepares one sale; false when there is none. A crowd that asks for one at once costs one load. */
    public CompletionStage<Boolean> prepare(VoucherId voucher) {
        return preparing.run(voucher, this::loadAndOpen);
    }

    private CompletionStage<Boolean> loadAndOpen(VoucherId voucher) {
        return sales.load(voucher)
                .thenCompose(found -> found.map(snapshot -> queue.open(snapshot).thenApply(_ -> true))
                        .orElseGet(() -> CompletableFuture.completedStage(false)));
    }

    /**
     * Prepares every sale of the shard that has not ended, one after the other, then lets buyers in.
     *
     * @param lastSettled the last entry of the shard that the books hold
     */
    public CompletionStage<Void> prepareAll(Shard shard, EntryId lastSettled) {
        return sales.unfinished(shard, clock.instant()).thenCompose(vouchers -> {
            CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
            for (VoucherId voucher : vouchers) {
                all = all.thenCompose(_ -> prepare(voucher));
            }
            return all.thenCompose(_ -> queue.unfence(shard, lastSettled));
        });
    }
}
