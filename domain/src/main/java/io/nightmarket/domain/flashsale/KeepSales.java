package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.order.OrderQueue;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Finishes what operators began and could not end, and clears away what is over: states that the queue was not told of,
 * stock adjustments under way, sales that the queue need not know any more. Each step may be repeated, so that it does no
 * harm when two nodes do it at once.
 */
public final class KeepSales {
    private static final int MOST = 100;

    private final FlashSaleRepository sales;
    private final StockAdjustments adjustments;
    private final OrderQueue queue;
    private final RestockSale restock;
    private final Clock clock;
    private final Duration kept;

    /** @param kept so long after its end the queue holds a sale, and remembers who bought */
    public KeepSales(
            FlashSaleRepository sales,
            StockAdjustments adjustments,
            OrderQueue queue,
            RestockSale restock,
            Clock clock,
            Duration kept) {
        this.sales = sales;
        this.adjustments = adjustments;
        this.queue = queue;
        this.restock = restock;
        this.clock = clock;
        this.kept = kept;
    }

    /**
     * One round over all there is to do, one thing after the other. A thing that fails holds up no other; the first failure
     * is this call's once all were tried.
     */
    public CompletionStage<Void> round() {
        return each(sales.unconfirmed(MOST), this::confirm, Optional.empty())
                .thenCompose(failure -> each(adjustments.pending(MOST), restock::carryOn, failure))
                .thenCompose(failure -> each(sales.over(clock.instant().minus(kept), MOST), this::remove, failure))
                .thenCompose(failure -> failure.<CompletionStage<Void>>map(CompletableFuture::failedStage)
                        .orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    private CompletionStage<Void> confirm(FlashSale sale) {
        return queue.adjust(sale).thenCompose(_ -> sales.confirm(sale.voucher(), sale.version()));
    }

    private CompletionStage<Void> remove(FlashSale sale) {
        return queue.remove(sale)
                .thenCompose(gone ->
                        gone ? sales.markRemoved(sale.voucher()) : CompletableFuture.<Void>completedStage(null));
    }

    /** Brings the first failure there was. */
    private static <T> CompletionStage<Optional<Throwable>> each(
            CompletionStage<List<T>> things,
            Function<T, ? extends CompletionStage<?>> work,
            Optional<Throwable> earlier) {
        return things.thenCompose(list -> {
                    CompletionStage<Optional<Throwable>> all = CompletableFuture.completedStage(earlier);
                    for (T thing : list) {
                        all = all.thenCompose(
                                failure -> Calls.start(() -> work.apply(thing).thenApply(_ -> failure))
                                        .exceptionally(problem -> first(failure, problem)));
                    }
                    return all;
                })
                .exceptionally(problem -> first(earlier, problem));
    }

    private static Optional<Throwable> first(Optional<Throwable> earlier, Throwable failure) {
        return earlier.or(() -> Optional.of(DomainFailure.causeOf(failure)));
    }
}
