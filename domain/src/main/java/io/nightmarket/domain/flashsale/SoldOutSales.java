package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.Timers;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a node remembers of sold-out sales, so that the losing crowd costs nobody a call. It applies only to users who are
 * not among the buyers that the node has heard of, and at times somebody is let through who finds out whether units came
 * back. One for a node; safe for use by several threads.
 */
public final class SoldOutSales {
    private static final class Memory {
        private final SaleTerms terms;
        private final KnownBuyers buyers;
        private final AtomicLong nextProbe = new AtomicLong();
        private volatile boolean soldOut;

        Memory(SaleTerms terms) {
            this.terms = terms;
            this.buyers = new KnownBuyers(terms.units());
        }
    }

    private final Timers timers;
    private final Clock clock;
    private final Duration probe;
    private final ConcurrentHashMap<VoucherId, Memory> sales = new ConcurrentHashMap<>();

    /** @param probe once in so long one buyer of a sold-out sale is let through */
    public SoldOutSales(Timers timers, Clock clock, Duration probe) {
        this.timers = timers;
        this.clock = clock;
        this.probe = probe;
    }

    /** Whether this buyer need not ask: the sale was sold out a moment ago, and the buyer has no order that is known of. */
    public boolean turnsAway(VoucherId voucher, UserId buyer) {
        Memory memory = sales.get(voucher);
        return memory != null && memory.soldOut && !memory.buyers.mayContain(buyer) && !isProbe(memory.nextProbe);
    }

    private boolean isProbe(AtomicLong next) {
        long now = timers.nanoTime();
        long due = next.get();
        return now - due >= 0 && next.compareAndSet(due, now + probe.toNanos());
    }

    /** An answer of the queue to this buyer. */
    public void answered(SaleTerms terms, VoucherId voucher, UserId buyer, Admission admission) {
        switch (admission) {
            case Admission.Accepted _ -> {
                mayHaveBought(terms, voucher, buyer);
                notSoldOut(voucher);
            }
            case Admission.AlreadyBought _ -> mayHaveBought(terms, voucher, buyer);
            case Admission.SoldOut _ -> soldOut(of(terms, voucher));
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

    private void soldOut(Memory memory) {
        memory.nextProbe.set(timers.nanoTime() + probe.toNanos());
        memory.soldOut = true;
    }

    private void notSoldOut(VoucherId voucher) {
        Memory memory = sales.get(voucher);
        if (memory != null) {
            memory.soldOut = false;
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
