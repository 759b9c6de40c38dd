package io.nightmarket.domain.sale;

import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The terms of sales. Shard, window, acknowledgement and options never change, so what was once read is remembered;
 * what is no sale is not. When there are more than {@value #MAX_SALES} sales, all are forgotten, and read again. One
 * for a node; safe for use by several threads.
 */
public final class SaleDirectory {
    static final int MAX_SALES = 10_000;

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
        if (known.size() >= MAX_SALES) {
            known.clear();
        }
        known.put(sale.voucher(), CompletableFuture.completedStage(Optional.of(sale.terms())));
    }
}
