package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.concurrent.SingleFlight;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Where sales live. A sale never moves, so what was once read is remembered for good; what is no sale is not. */
public final class SaleShards {
    private final FlashSaleRepository sales;
    private final ConcurrentHashMap<VoucherId, CompletionStage<Optional<Shard>>> known = new ConcurrentHashMap<>();
    private final SingleFlight<VoucherId, Optional<Shard>> asking = new SingleFlight<>();

    public SaleShards(FlashSaleRepository sales) {
        this.sales = sales;
    }

    /** The shard of a sale; nothing when there is no such sale. Fails as the repository does. */
    public CompletionStage<Optional<Shard>> of(VoucherId voucher) {
        CompletionStage<Optional<Shard>> remembered = known.get(voucher);
        return remembered != null ? remembered : asking.run(voucher, this::ask);
    }

    private CompletionStage<Optional<Shard>> ask(VoucherId voucher) {
        return sales.find(voucher).thenApply(found -> {
            Optional<Shard> shard = found.map(FlashSale::shard);
            if (shard.isPresent()) {
                known.put(voucher, CompletableFuture.completedStage(shard));
            }
            return shard;
        });
    }
}
