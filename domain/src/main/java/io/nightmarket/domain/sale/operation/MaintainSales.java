package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Pages;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.queue.QueuedSales;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Finishes what operators began and could not end, and clears away what is over: states that the queue does not have,
 * stock adjustments and changes of terms under way, skips of orders that are settled, pending releases, sales that the queue no longer needs. Each step may be repeated: two
 * nodes may do it at once.
 */
public final class MaintainSales {
    private static final int MOST = 100;

    private final FlashSaleRepository sales;
    private final StockAdjustments adjustments;
    private final SaleChanges changes;
    private final DeadLetters letters;
    private final QueuedSales queue;
    private final RestockSale restock;
    private final ChangeSale changing;
    private final ReleaseUnits releases;
    private final Duration retention;
    private final Pages unconfirmed = new Pages(MOST);
    private final Pages pending = new Pages(MOST);
    private final Pages changed = new Pages(MOST);
    private final Pages over = new Pages(MOST);

    /** @param retention how long after its end the queue holds a sale and its buyers */
    public MaintainSales(
            FlashSaleRepository sales,
            StockAdjustments adjustments,
            SaleChanges changes,
            DeadLetters letters,
            QueuedSales queue,
            RestockSale restock,
            ChangeSale changing,
            ReleaseUnits releases,
            Duration retention) {
        this.sales = sales;
        this.adjustments = adjustments;
        this.changes = changes;
        this.letters = letters;
        this.queue = queue;
        this.restock = restock;
        this.changing = changing;
        this.releases = releases;
        this.retention = retention;
    }

    /**
     * One iteration: up to {@value #MOST} things of each kind, one after the other, from where the last iteration ended. A thing that
     * fails holds up no other; the first failure is this call's once all were tried.
     */
    public CompletionStage<Void> iterate() {
        return each(
                        unconfirmed.next(after -> sales.unconfirmed(after, MOST), MaintainSales::id),
                        this::confirm,
                        Optional.empty())
                .thenCompose(failure -> each(
                        pending.next(after -> adjustments.pending(after, MOST), StockAdjustment::id),
                        restock::carryOn,
                        failure))
                .thenCompose(failure -> each(
                        changed.next(after -> changes.pending(after, MOST), change -> id(change.sale())),
                        changing::carryOn,
                        failure))
                .thenCompose(failure ->
                        each(CompletableFuture.completedStage(List.of(letters)), DeadLetters::endSkips, failure))
                .thenCompose(failure -> each(sales.shards().thenApply(List::copyOf), releases::release, failure))
                .thenCompose(failure -> each(
                        over.next(after -> sales.over(retention, after, MOST), MaintainSales::id),
                        this::remove,
                        failure))
                .thenCompose(OneByOne::failIfAny);
    }

    private static long id(FlashSale sale) {
        return sale.voucher().value();
    }

    /** A queue that does not know the sale confirms nothing: an opening under way may bring an older state. */
    private CompletionStage<Void> confirm(FlashSale sale) {
        return queue.change(sale)
                .thenCompose(known -> known
                        ? sales.confirm(sale.voucher(), sale.version())
                        : CompletableFuture.<Void>completedStage(null));
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
        return things.thenCompose(list -> OneByOne.tryAll(list, work))
                .exceptionally(failure -> Optional.of(DomainFailure.causeOf(failure)))
                .thenApply(failure -> earlier.or(() -> failure));
    }
}
