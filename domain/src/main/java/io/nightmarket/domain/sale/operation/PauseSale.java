package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The kill switch: an operator pauses a sale, or lets it go on. */
public final class PauseSale {
    private final FlashSaleRepository sales;
    private final PrepareSales preparation;
    private final QueuedSales queue;

    public PauseSale(FlashSaleRepository sales, PrepareSales preparation, QueuedSales queue) {
        this.sales = sales;
        this.preparation = preparation;
        this.queue = queue;
    }

    /** Stops admission to a sale; as {@link #resume} otherwise. */
    public CompletionStage<Optional<FlashSale>> pause(VoucherId voucher) {
        return set(voucher, SaleState.PAUSED);
    }

    /**
     * Admits buyers again. Changes the database, then the queue; answers the changed sale, or nothing when there is no such
     * sale. Idempotent. Fails as the queue does when that can't be changed now; {@link MaintainSales} changes it later.
     */
    public CompletionStage<Optional<FlashSale>> resume(VoucherId voucher) {
        return set(voucher, SaleState.OPEN);
    }

    private CompletionStage<Optional<FlashSale>> set(VoucherId voucher, SaleState state) {
        return sales.setState(voucher, state)
                .thenCompose(changed -> changed.isEmpty()
                        ? CompletableFuture.completedStage(changed)
                        : preparation
                                .prepare(voucher)
                                // It may have been loaded from the database before this change.
                                .thenCompose(_ -> queue.change(changed.get()))
                                .thenCompose(known -> known
                                        ? sales.confirm(voucher, changed.get().version())
                                        : CompletableFuture.<Void>completedStage(null))
                                .thenApply(_ -> changed));
    }
}
