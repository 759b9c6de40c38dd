package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.QueuedBuyers;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a node remembers of sold-out sales, so that buyers who come too late cost no calls. It applies only to users who are not
 * among the buyers: those that the queue named when the sale was sold out, those it names since, and those that were
 * announced. Once in a while one user is let through, who finds out whether units came back. One for a node; safe for
 * use by several threads.
 */
public final class SoldOutMemory {
    /** How long a node believes that a sale is sold out without hearing it again. */
    private static final Duration BELIEVED = Duration.ofSeconds(10);

    private static final class Memory {
        private final SaleTerms terms;
        private final KnownBuyers buyers;
        private final AtomicLong nextProbe = new AtomicLong();
        private final AtomicLong nextRead;
        private final AtomicBoolean reading = new AtomicBoolean();
        private volatile BuyerMark mark = BuyerMark.NONE;
        /** How often the queue gave another answer than sold out. */
        private final AtomicLong otherAnswers = new AtomicLong();
        /** When it was sold out, and all buyers of before were known. */
        private volatile long soldOutAt;
        /** {@link #otherAnswers} at that time. */
        private volatile long answersWhenSoldOut = -1;

        Memory(SaleTerms terms, long now) {
            this.terms = terms;
            this.buyers = new KnownBuyers(terms.units());
            this.nextRead = new AtomicLong(now);
        }

        boolean isSoldOut(long now) {
            return answersWhenSoldOut == otherAnswers.get() && now - soldOutAt < BELIEVED.toNanos();
        }
    }

    private final QueuedBuyers queue;
    private final Timers timers;
    private final Clock clock;
    private final Duration probe;
    private final ConcurrentHashMap<VoucherId, Memory> sales = new ConcurrentHashMap<>();

    /** @param probe the interval at which one buyer of a sold-out sale is let through */
    public SoldOutMemory(QueuedBuyers queue, Timers timers, Clock clock, Duration probe) {
        this.queue = queue;
        this.timers = timers;
        this.clock = clock;
        this.probe = probe;
    }

    /** Whether this buyer need not ask: the sale was sold out in the last 10 s, and the buyer has no order that is known of. */
    public boolean rejects(VoucherId voucher, UserId buyer) {
        Memory memory = sales.get(voucher);
        return memory != null
                && memory.isSoldOut(timers.nanoTime())
                && !memory.buyers.mayContain(buyer)
                && !isDue(memory.nextProbe);
    }

    /** Whether the sale was sold out in the last 10 s. Units may come back. */
    public boolean isSoldOut(VoucherId voucher) {
        Memory memory = sales.get(voucher);
        return memory != null && memory.isSoldOut(timers.nanoTime());
    }

    private boolean isDue(AtomicLong next) {
        long now = timers.nanoTime();
        long due = next.get();
        return now - due >= 0 && next.compareAndSet(due, now + probe.toNanos());
    }

    /** An answer of the queue to this request. */
    public void answered(SaleTerms terms, Purchase purchase, Admission admission) {
        VoucherId voucher = purchase.voucher();
        switch (admission) {
            case Admission.Accepted(OrderId order) -> {
                mayHaveBought(terms, voucher, purchase.buyer());
                // An earlier order, answered again, says nothing of units.
                if (order.equals(purchase.order())) {
                    notSoldOut(voucher);
                }
            }
            case Admission.AlreadyBought _ -> mayHaveBought(terms, voucher, purchase.buyer());
            case Admission.SoldOut _ -> soldOut(of(terms, voucher), voucher);
            case Admission.NotStarted _,
                    Admission.Ended _,
                    Admission.Paused _,
                    Admission.CalledOff _,
                    Admission.QueueFull _,
                    Admission.NoSuchSale _ -> notSoldOut(voucher);
        }
    }

    /** This buyer has an order, or asked for one and lost the answer: whatever becomes of the sale, the queue is asked. */
    public void mayHaveBought(SaleTerms terms, VoucherId voucher, UserId buyer) {
        of(terms, voucher).buyers.add(buyer);
    }

    /** An order that another node may have accepted. Nothing is kept of sales that this node does not serve. */
    public void bought(Purchase purchase) {
        Memory memory = sales.get(purchase.voucher());
        if (memory != null) {
            memory.buyers.add(purchase.buyer());
        }
    }

    private void soldOut(Memory memory, VoucherId voucher) {
        long now = timers.nanoTime();
        memory.nextProbe.set(now + probe.toNanos());
        long otherAnswers = memory.otherAnswers.get();
        boolean due = !memory.isSoldOut(now) || isDue(memory.nextRead);
        if (due && memory.reading.compareAndSet(false, true)) {
            var _ = Calls.start(() -> readBuyers(memory, voucher)).whenComplete((_, failure) -> {
                if (failure == null) {
                    memory.nextRead.set(now + probe.toNanos());
                    memory.soldOutAt = now;
                    memory.answersWhenSoldOut = otherAnswers;
                }
                memory.reading.set(false);
            });
        }
    }

    /** Reads on from the mark until nothing is new; of a sale that was put into the queue again, all its buyers. */
    private CompletionStage<Void> readBuyers(Memory memory, VoucherId voucher) {
        Shard shard = memory.terms.shard();
        BuyerMark known = memory.mark;
        return queue.buyersAfter(shard, voucher, known).thenCompose(read -> {
            boolean continues =
                    read.mark().opening() == known.opening() && read.mark().position() >= known.position();
            read.buyers().forEach(memory.buyers::add);
            if (continues && read.buyers().isEmpty()) {
                return CompletableFuture.completedStage(null);
            }
            CompletionStage<Void> earlier = continues
                    ? CompletableFuture.completedStage(null)
                    : queue.eachBuyer(shard, voucher, slice -> {
                        slice.forEach(purchase -> memory.buyers.add(purchase.buyer()));
                        return CompletableFuture.completedStage(null);
                    });
            return earlier.thenCompose(_ -> {
                memory.mark = read.mark();
                return readBuyers(memory, voucher);
            });
        });
    }

    private void notSoldOut(VoucherId voucher) {
        Memory memory = sales.get(voucher);
        if (memory != null) {
            memory.otherAnswers.incrementAndGet();
        }
    }

    private Memory of(SaleTerms terms, VoucherId voucher) {
        Memory known = sales.get(voucher);
        if (known != null) {
            return known;
        }
        sales.values().removeIf(memory -> memory.terms.window().end().isBefore(clock.instant()));
        return sales.computeIfAbsent(voucher, _ -> new Memory(terms, timers.nanoTime()));
    }
}
