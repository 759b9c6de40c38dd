package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.shop.LiveStock;
import io.nightmarket.domain.shop.VoucherId;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The available units of sales in the queue. Fails with {@code Unavailable} while a sale's shard is closed. */
public final class AvailableUnits implements LiveStock.Units {
    private final SaleDirectory directory;
    private final Epochs epochs;
    private final QueuedSales sales;

    public AvailableUnits(SaleDirectory directory, Epochs epochs, QueuedSales sales) {
        this.directory = directory;
        this.epochs = epochs;
        this.sales = sales;
    }

    @Override
    public CompletionStage<OptionalLong> available(VoucherId sale) {
        return directory
                .find(sale)
                .thenCompose(terms -> terms.isEmpty()
                        ? CompletableFuture.completedStage(OptionalLong.empty())
                        : epochs.call(terms.get().shard(), epoch -> sales.availableUnits(epoch, sale))
                                .thenApply(available ->
                                        available.map(OptionalLong::of).orElseGet(OptionalLong::empty)));
    }
}
