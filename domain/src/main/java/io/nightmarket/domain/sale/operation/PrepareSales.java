package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Brings sales from the database into the queue, where buyers meet them. */
public final class PrepareSales {
    private final FlashSaleRepository sales;
    private final QueuedSales queue;
    private final Epochs epochs;
    private final SaleDirectory directory;
    private final Clock clock;
    private final Duration retention;
    private final SingleFlight<VoucherId, Preparation> preparing = new SingleFlight<>();

    /** @param retention how long after its end the queue holds a sale and its buyers */
    public PrepareSales(
            FlashSaleRepository sales,
            QueuedSales queue,
            Epochs epochs,
            SaleDirectory directory,
            Clock clock,
            Duration retention) {
        this.sales = sales;
        this.queue = queue;
        this.epochs = epochs;
        this.directory = directory;
        this.clock = clock;
        this.retention = retention;
    }

    /** The result of preparing. */
    public enum Preparation {
        READY,
        /** The sale ended longer ago than the queue keeps sales. */
        OVER,
        NO_SUCH_SALE
    }

    /** Prepares one sale. Concurrent calls for one sale share one load. */
    public CompletionStage<Preparation> prepare(VoucherId voucher) {
        return preparing.run(voucher, one -> prepareAlone(one, Optional.empty()));
    }

    /** Prepares one sale in an epoch that has just begun, of which {@link Epochs} may not know yet. */
    public CompletionStage<Preparation> prepare(VoucherId voucher, Epoch begun) {
        return preparing.run(voucher, one -> prepareAlone(one, Optional.of(begun)));
    }

    /**
     * Calls the queue; a sale that it lacks is prepared, and the queue called once more.
     *
     * @param lacksSale whether an answer says that the queue lacks the sale
     * @param notReady the answer instead of that one when the sale is over or unknown
     */
    public <T> CompletionStage<T> withSale(
            VoucherId voucher,
            Supplier<CompletionStage<T>> call,
            Predicate<? super T> lacksSale,
            BiFunction<? super T, Preparation, T> notReady) {
        return call.get()
                .thenCompose(answer -> lacksSale.test(answer)
                        ? prepare(voucher)
                                .thenCompose(preparation -> preparation == Preparation.READY
                                        ? call.get()
                                        : CompletableFuture.completedStage(notReady.apply(answer, preparation)))
                        : CompletableFuture.completedStage(answer));
    }

    /** Prepares a sale even if it is over, so that an order of it can be settled. */
    public CompletionStage<Preparation> restore(VoucherId voucher) {
        return find(
                voucher,
                sale -> changeOrOpen(sale, Optional.empty(), _ -> CompletableFuture.completedStage(Preparation.READY)));
    }

    /** Whether a sale of this window ended longer ago than the queue keeps sales. */
    public boolean isOver(SaleWindow window) {
        return !clock.instant().isBefore(window.end().plus(retention));
    }

    /** Whether buyers may come now. */
    public boolean isRunning(FlashSale sale) {
        Instant now = clock.instant();
        return !now.isBefore(sale.window().begin())
                && now.isBefore(sale.window().end());
    }

    private CompletionStage<Preparation> prepareAlone(VoucherId voucher, Optional<Epoch> begun) {
        return find(
                voucher,
                sale -> isOver(sale.window())
                        ? CompletableFuture.completedStage(Preparation.OVER)
                        : changeOrOpen(sale, begun, this::unlessOver));
    }

    private CompletionStage<Preparation> find(
            VoucherId voucher, Function<FlashSale, CompletionStage<Preparation>> work) {
        return sales.find(voucher).thenCompose(found -> {
            found.ifPresent(directory::remember);
            return found.map(work).orElseGet(() -> CompletableFuture.completedStage(Preparation.NO_SUCH_SALE));
        });
    }

    /** Claims, which may be many, are read only when the queue needs them. */
    private CompletionStage<Preparation> changeOrOpen(
            FlashSale sale, Optional<Epoch> begun, Function<FlashSale, CompletionStage<Preparation>> opened) {
        return queue.change(sale)
                .thenCompose(known -> known
                        ? CompletableFuture.completedStage(Preparation.READY)
                        : begun.map(epoch -> open(epoch, sale, opened))
                                .orElseGet(() -> epochs.call(sale.shard(), epoch -> open(epoch, sale, opened))));
    }

    /** A sale that is loaded in an epoch stays out of the next one, which may know more. */
    private CompletionStage<Preparation> open(
            Epoch epoch, FlashSale sale, Function<FlashSale, CompletionStage<Preparation>> opened) {
        return queue.beginOpening(sale)
                .thenCompose(opening -> sales.load(sale.voucher(), opening::reserve)
                        .thenCompose(found -> found.map(snapshot -> opening.open(epoch, snapshot)
                                        .thenCompose(_ -> sales.find(sale.voucher()))
                                        .thenCompose(this::takeOverChange)
                                        .thenCompose(_ -> opened.apply(sale)))
                                .orElseGet(() -> CompletableFuture.completedStage(Preparation.OVER))));
    }

    /** A change of state between the loading and the opening found no sale in the queue. */
    private CompletionStage<Boolean> takeOverChange(Optional<FlashSale> sale) {
        return sale.map(queue::change).orElseGet(() -> CompletableFuture.completedStage(true));
    }

    /** The job that removes sales which are over may have run while this one was loaded. */
    private CompletionStage<Preparation> unlessOver(FlashSale sale) {
        return isOver(sale.window())
                ? queue.remove(sale).thenApply(_ -> Preparation.OVER)
                : CompletableFuture.completedStage(Preparation.READY);
    }

    /**
     * Prepares the sales of the shard that are running; others wait for their first buyer, and one whose data can't be
     * read is left out.
     */
    public CompletionStage<Void> prepareRunning(Shard shard) {
        return sales.running(shard).thenCompose(vouchers -> OneByOne.doAll(vouchers, this::prepareIfReadable));
    }

    private CompletionStage<Preparation> prepareIfReadable(VoucherId voucher) {
        return prepare(voucher).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            return cause instanceof Corrupt
                    ? CompletableFuture.completedStage(Preparation.NO_SUCH_SALE)
                    : CompletableFuture.failedStage(cause);
        });
    }
}
