package io.nightmarket.domain.sale;

import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The terms of sales. They are remembered, and read again in the background when they are used at an age of
 * {@link #MAX_AGE}, or were changed as this node learns; what is no sale is not remembered. When there are more than
 * {@value #MAX_SALES} sales, all are forgotten. One for a node; safe for use by several threads.
 */
public final class SaleDirectory {
    static final int MAX_SALES = 10_000;
    static final Duration MAX_AGE = Duration.ofSeconds(2);

    /** @param due when the terms are to be read again */
    private record Known(SaleTerms terms, CompletionStage<Optional<SaleTerms>> answer, AtomicLong due) {}

    private final FlashSaleRepository sales;
    private final Timers timers;
    private final ConcurrentHashMap<VoucherId, Known> known = new ConcurrentHashMap<>();
    private final SingleFlight<VoucherId, Optional<SaleTerms>> asking = new SingleFlight<>();

    public SaleDirectory(FlashSaleRepository sales, Timers timers) {
        this.sales = sales;
        this.timers = timers;
    }

    /** The terms of a sale; nothing when there is no such sale. Fails as the repository does, when they are not remembered. */
    public CompletionStage<Optional<SaleTerms>> find(VoucherId voucher) {
        Known remembered = known.get(voucher);
        if (remembered == null) {
            return asking.run(voucher, this::ask);
        }
        long now = timers.nanoTime();
        long due = remembered.due().get();
        if (now - due >= 0 && remembered.due().compareAndSet(due, now + MAX_AGE.toNanos())) {
            var _ = asking.run(voucher, this::ask);
        }
        return remembered.answer();
    }

    private CompletionStage<Optional<SaleTerms>> ask(VoucherId voucher) {
        return sales.find(voucher).thenApply(found -> {
            found.ifPresentOrElse(this::remember, () -> known.remove(voucher));
            return found.map(FlashSale::terms);
        });
    }

    /** A sale has this version now: older terms are read again at once. */
    public void changed(VoucherId voucher, long version) {
        Known remembered = known.get(voucher);
        if (remembered != null && remembered.terms().version() < version) {
            remembered.due().set(timers.nanoTime());
            asking.forget(voucher);
            var _ = asking.run(voucher, this::ask);
        }
    }

    /** Spares the first buyer the asking. */
    public void remember(FlashSale sale) {
        if (known.size() >= MAX_SALES) {
            known.clear();
        }
        SaleTerms terms = sale.terms();
        long due = timers.nanoTime() + MAX_AGE.toNanos();
        known.put(
                sale.voucher(),
                new Known(terms, CompletableFuture.completedStage(Optional.of(terms)), new AtomicLong(due)));
    }
}
