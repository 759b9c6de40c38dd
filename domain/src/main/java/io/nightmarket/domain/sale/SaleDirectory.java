package io.nightmarket.domain.sale;

import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The terms of sales. Shard, window,
 * acknowledgement and options never change, so what was once read is remembered for good; what is no sale is not. One for a
 * node; safe for use by several threads.
 */
public final class SaleDirectory {
    private final FlashSaleRepository sales;
    private final ConcurrentHashMap<VoucherId, CompletionStage<Optional<SaleTerms>>> known = new ConcurrentHashMap<>();
    private final SingleFlight<VoucherId, Optional<SaleTerms>> asking = new SingleFlight<>();

    public SaleDirectory(FlashSaleRepository sales) {
        this.sales = sales;
    }

    /** The terms of a sale; nothing when there is no such sale. Fails as the repository does. */
    public CompletionStage<Optional<SaleTerms>> find(VoucherId voucher) {
        CompletionStage<Optional<SaleTerms>> remembered = known.get(voucher);
        return remembered != null ? remembered : asking.run(voucher, this::ask);
    }

    private CompletionStage<Optional<SaleTerms>> ask(VoucherId voucher) {
        return sales.find(voucher).thenApply(found -> {
            found.ifPresent(this::remember);
            return found.map(FlashSale::terms);
        });
    }

    /** Spares the first buyer the asking. */
    public void remember(FlashSale sale) {
        known.put(sale.voucher(), CompletableFuture.completedStage(Optional.of(sale.terms())));
    }
}
