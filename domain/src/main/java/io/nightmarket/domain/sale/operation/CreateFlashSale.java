package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.PrepareSales.Preparation;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRole.Duty;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A merchant puts a voucher of their own shop into a flash sale; an admin, of any shop. */
public final class CreateFlashSale {
    private final FlashSaleRepository sales;
    private final ShopOwnership ownership;
    private final Invalidation invalidation;
    private final PrepareSales preparation;
    private final Supplier<Shard> shards;
    private final Clock clock;

    /** @param shards chooses where a new sale lives */
    public CreateFlashSale(
            FlashSaleRepository sales,
            ShopOwnership ownership,
            Invalidation invalidation,
            PrepareSales preparation,
            Supplier<Shard> shards,
            Clock clock) {
        this.sales = sales;
        this.ownership = ownership;
        this.invalidation = invalidation;
        this.preparation = preparation;
        this.shards = shards;
        this.clock = clock;
    }

    /** The outcome. */
    public sealed interface Outcome {
        record Created(VoucherId voucher) implements Outcome {}

        record ShopNotFound() implements Outcome {}

        record Forbidden() implements Outcome {}

        /** A sale whose window lies in the past would sell nothing. */
        record WindowInPast() implements Outcome {}
    }

    /**
     * Writes the sale, has caches forget what the shop had on sale before, then prepares it. The sale stands once it is
     * written: if its preparation fails it is made good by the first buyer or the next start.
     */
    public CompletionStage<Outcome> create(Session actor, NewFlashSale sale) {
        return ownership
                .mayActFor(actor, sale.shop(), Duty.RUN_SALES)
                .thenCompose(
                        may -> may ? write(sale) : CompletableFuture.<Outcome>completedStage(new Outcome.Forbidden()));
    }

    private CompletionStage<Outcome> write(NewFlashSale sale) {
        if (!clock.instant().isBefore(sale.window().end())) {
            return CompletableFuture.completedStage(new Outcome.WindowInPast());
        }
        return sales.create(sale, shards.get())
                .thenCompose(made -> made.map(one -> sale.draft() ? created(one) : announce(one))
                        .orElseGet(() -> CompletableFuture.completedStage(new Outcome.ShopNotFound())));
    }

    private static CompletionStage<Outcome> created(FlashSaleRepository.Made made) {
        return CompletableFuture.completedStage(new Outcome.Created(made.voucher()));
    }

    private CompletionStage<Outcome> announce(FlashSaleRepository.Made made) {
        return invalidation
                .apply(made.change())
                .thenCompose(_ -> prepare(made.voucher()))
                .thenCompose(_ -> created(made));
    }

    private CompletionStage<Preparation> prepare(VoucherId voucher) {
        return preparation.prepare(voucher).exceptionallyCompose(DomainFailure.fallBackOn(Preparation.NO_SUCH_SALE));
    }
}
