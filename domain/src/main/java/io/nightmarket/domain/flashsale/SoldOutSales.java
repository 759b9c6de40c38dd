package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueCount;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a node remembers of sold-out sales, so that the losing crowd costs nobody a call. It applies only to users who are
 * not among the buyers: those the queue names when the sale is found sold out, and those heard of since. And at times
 * somebody is let through, who finds out whether units came back. One for a node; safe for use by several threads.
 */
public final class SoldOutSales {
    private static final Duration LEARN_AGAIN = Duration.ofSeconds(10);

    /** For so long the queue's last word holds, when nobody who is let through brings another. */
    private static final Duration BELIEVED = Duration.ofSeconds(10);

    /** That a sale is sold out; counts once the queue has named the buyers. */
    private static final class Finding {
        private final AtomicLong nextCheck;
        private volatile long toldAt;
        private volatile boolean learned;
        private volatile long learnedAt;
        private volatile long buyers;

        Finding(long now, Duration probe) {
            this.nextCheck = new AtomicLong(now + probe.toNanos());
            this.toldAt = now;
        }

        boolean holds(long now) {
            return learned && now - toldAt < BELIEVED.toNanos();
        }
    }

    private static final class Memory {
        private final SaleTerms terms;
        private final KnownBuyers buyers;
        private final AtomicLong nextProbe = new AtomicLong();
        private final AtomicReference<@Nullable Finding> finding = new AtomicReference<>();

        Memory(SaleTerms terms) {
            this.terms = terms;
            this.buyers = new KnownBuyers(terms.units());
        }

        boolean isSoldOut(long now) {
            Finding found = finding.get();
            return found != null && found.holds(now);
        }
    }

    private final OrderQueue queue;
    private final Timers timers;
    private final Clock clock;
    private final Duration probe;
    private final ConcurrentHashMap<VoucherId, Memory> sales = new ConcurrentHashMap<>();

    /** @param probe once in so long one buyer of a sold-out sale is let through */
    public SoldOutSales(OrderQueue queue, Timers timers, Clock clock, Duration probe) {
        this.queue = queue;
        this.timers = timers;
        this.clock = clock;
        this.probe = probe;
    }

    /** Whether this buyer need not ask: the sale was sold out a moment ago, and the buyer has no order that is known of. */
    public boolean turnsAway(VoucherId voucher, UserId buyer) {
        Memory memory = sales.get(voucher);
        return memory != null
                && memory.isSoldOut(timers.nanoTime())
                && !memory.buyers.mayContain(buyer)
                && !isDue(memory.nextProbe);
    }

    private boolean isDue(AtomicLong next) {
        long now = timers.nanoTime();
        long due = next.get();
        return now - due >= 0 && next.compareAndSet(due, now + probe.toNanos());
    }

    /** An answer of the queue to this wish. */
    public void answered(SaleTerms terms, Purchase purchase, Admission admission) {
        VoucherId voucher = purchase.voucher();
        switch (admission) {
            case Admission.Accepted(OrderId order) -> {
                mayHaveBought(terms, voucher, purchase.buyer());
                // An earlier order, told again, says nothing of units.
                if (order.equals(purchase.order())) {
                    notSoldOut(voucher);
                }
            }
            case Admission.AlreadyBought _ -> mayHaveBought(terms, voucher, purchase.buyer());
            case Admission.SoldOut _ -> soldOut(of(terms, voucher), voucher);
            case Admission.NotStarted _,
                    Admission.Ended _,
                    Admission.Paused _,
                    Admission.Crowded _,
                    Admission.Unknown _ -> notSoldOut(voucher);
        }
    }

    /** This buyer has an order, or asked for one and lost the answer: whatever becomes of the sale, the queue is asked. */
    public void mayHaveBought(SaleTerms terms, VoucherId voucher, UserId buyer) {
        of(terms, voucher).buyers.add(buyer);
    }

    /** Word of an order that another node may have taken. Of sales that this node does not serve nothing is kept. */
    public void bought(Purchase purchase) {
        Memory memory = sales.get(purchase.voucher());
        if (memory != null) {
            memory.buyers.add(purchase.buyer());
        }
    }

    private void soldOut(Memory memory, VoucherId voucher) {
        long now = timers.nanoTime();
        memory.nextProbe.set(now + probe.toNanos());
        Finding known = memory.finding.get();
        if (known == null || (known.learned && !known.holds(now))) {
            Finding found = new Finding(now, probe);
            if (memory.finding.compareAndSet(known, found)) {
                learn(memory, voucher, found);
            }
            return;
        }
        known.toldAt = now;
        if (known.learned && now - known.learnedAt > LEARN_AGAIN.toNanos()) {
            known.learnedAt = now;
            learn(memory, voucher, known);
        } else if (known.learned && isDue(known.nextCheck)) {
            check(memory, voucher, known);
        }
    }

    /** Units may have come back and gone between two probes: then, as a rule, there are more buyers, or fewer. */
    private void check(Memory memory, VoucherId voucher, Finding known) {
        var _ = count(memory, voucher).thenAccept(buyers -> {
            if (buyers != known.buyers) {
                known.learned = false;
                learn(memory, voucher, known);
            }
        });
    }

    private void learn(Memory memory, VoucherId voucher, Finding found) {
        var _ = count(memory, voucher)
                .thenCompose(buyers -> {
                    found.buyers = buyers;
                    return queue.eachBuyer(memory.terms.shard(), voucher, slice -> {
                        slice.forEach(purchase -> memory.buyers.add(purchase.buyer()));
                        return CompletableFuture.completedStage(null);
                    });
                })
                .whenComplete((_, failure) -> {
                    if (failure == null) {
                        found.learnedAt = timers.nanoTime();
                        found.learned = true;
                    } else {
                        memory.finding.compareAndSet(found, null);
                    }
                });
    }

    private CompletionStage<Long> count(Memory memory, VoucherId voucher) {
        return Calls.start(() -> queue.count(memory.terms.shard(), voucher))
                .thenApply(counted -> counted.map(QueueCount::buyers).orElse(0L));
    }

    private void notSoldOut(VoucherId voucher) {
        Memory memory = sales.get(voucher);
        if (memory != null) {
            memory.finding.set(null);
        }
    }

    private Memory of(SaleTerms terms, VoucherId voucher) {
        Memory known = sales.get(voucher);
        if (known != null) {
            return known;
        }
        sales.values().removeIf(memory -> memory.terms.window().end().isBefore(clock.instant()));
        return sales.computeIfAbsent(voucher, _ -> new Memory(terms));
    }
}
