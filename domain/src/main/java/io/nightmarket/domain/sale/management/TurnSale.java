package io.nightmarket.domain.sale.management;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.voucher.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The kill switch: an operator pauses a sale, or lets it go on. */
public final class TurnSale {
    private final FlashSaleRepository sales;
    private final PrepareSales preparation;
    private final QueuedSales queue;

    public TurnSale(FlashSaleRepository sales, PrepareSales preparation, QueuedSales queue) {
        this.sales = sales;
        this.preparation = preparation;
        this.queue = queue;
    }

    /**
     * Gives the sale this state in the database, then in the queue; answers it as it stands then, or nothing when there
     * is no such sale. Repeating it is harmless. When the queue can't be changed now this fails as the queue did, and
     * {@link MaintainSales} tells it as soon as that is possible.
     */
    public CompletionStage<Optional<FlashSale>> turn(VoucherId voucher, SaleState state) {
        return sales.turn(voucher, state)
                .thenCompose(turned -> turned.isEmpty()
                        ? CompletableFuture.completedStage(turned)
                        : preparation
                                .prepare(voucher)
                                // It may have been loaded from the database before this change.
                                .thenCompose(_ -> queue.adjust(turned.get()))
                                .thenCompose(known -> known
                                        ? sales.confirm(voucher, turned.get().version())
                                        : CompletableFuture.<Void>completedStage(null))
                                .thenApply(_ -> turned));
    }
}
