package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Purchase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Waits for the settlement of accepted orders. Events come by {@link #settled}, as a rule; since it may be lost, the
 * database is asked at each {@link Limits#sweep} for all who wait, in one call. One for a node; safe for use by several threads.
 */
public final class AwaitSettlement implements SettlementEvents {
    /** The most orders of one query. */
    private static final int MAX_BATCH = 500;

    private final OrderRepository orders;
    private final Timers timers;
    private final Limits limits;
    private final ConcurrentHashMap<OrderId, PendingSettlement> expected = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean sweeping = new AtomicBoolean();
    private final AtomicBoolean asking = new AtomicBoolean();

    /**
     * The bounds of waiting.
     *
     * @param longest how long a buyer waits from the acceptance on, give or take a sweep
     * @param sweep the interval at which the database is asked for all that wait
     * @param waiting the most buyers who wait; further ones are answered at once
     */
    public record Limits(Duration longest, Duration sweep, int waiting) {}

    public AwaitSettlement(OrderRepository orders, Timers timers, Limits limits) {
        this.orders = orders;
        this.timers = timers;
        this.limits = limits;
    }

    /** The outcome of an order. */
    public sealed interface Outcome {
        record Settled() implements Outcome {}

        record Rejected(RejectionReason reason) implements Outcome {}

        /** No outcome in the time that a buyer may wait. */
        record NotYet() implements Outcome {}
    }

    /** Begins to wait for an order, which need not be accepted yet; either method of the result must be called. */
    public PendingSettlement expect(OrderId order) {
        PendingSettlement mine = new PendingSettlement(order);
        if (waiting.incrementAndGet() > limits.waiting()) {
            mine.end(new Outcome.NotYet());
        } else {
            PendingSettlement earlier = expected.putIfAbsent(order, mine);
            if (earlier != null) {
                // The buyer repeats the request while the first still waits.
                waiting.decrementAndGet();
                return earlier;
            }
        }
        return mine;
    }

    /** A buyer who waits for an order. */
    public final class PendingSettlement {
        private final OrderId order;
        private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        private volatile long since;
        private volatile boolean accepted;
        private volatile long askedFor;

        private PendingSettlement(OrderId order) {
            this.order = order;
        }

        /** The order was accepted: what becomes of it, in bounded time. Never fails. */
        public CompletionStage<Outcome> outcome() {
            if (!accepted) {
                since = timers.nanoTime();
                askedFor = since;
                accepted = true;
                sweepLater();
            }
            return outcome;
        }

        /** The order was not accepted. */
        public void cancel() {
            end(new Outcome.NotYet());
        }

        private void end(Outcome reached) {
            if (outcome.complete(reached)) {
                waiting.decrementAndGet();
                expected.remove(order, this);
            }
        }
    }

    /** An event of settlement. Only the database knows why an order was rejected. */
    @Override
    public void settled(Settlement settlement) {
        for (Purchase purchase : settlement.settled()) {
            PendingSettlement mine = expected.get(purchase.order());
            if (mine != null) {
                mine.end(new Outcome.Settled());
            }
        }
        Set<OrderId> rejected = new HashSet<>();
        for (Purchase purchase : settlement.rejected()) {
            if (expected.containsKey(purchase.order())) {
                rejected.add(purchase.order());
            }
        }
        if (!rejected.isEmpty()) {
            var _ = ask(rejected);
        }
    }

    /** Sweeps go on while a buyer waits. */
    private void sweepLater() {
        if (sweeping.compareAndSet(false, true)) {
            var _ = timers.after(limits.sweep(), this::sweep);
        }
    }

    private void sweep() {
        long now = timers.nanoTime();
        List<PendingSettlement> late = new ArrayList<>();
        for (PendingSettlement mine : expected.values()) {
            if (mine.accepted) {
                long waited = now - mine.since;
                if (waited >= limits.longest().toNanos()) {
                    mine.end(new Outcome.NotYet());
                } else if (waited >= limits.sweep().toNanos()) {
                    late.add(mine);
                }
            }
        }
        sweeping.set(false);
        if (!expected.isEmpty()) {
            sweepLater();
        }
        if (!late.isEmpty() && asking.compareAndSet(false, true)) {
            late.sort(Comparator.comparingLong(mine -> mine.askedFor - now));
            var _ = askFor(late.subList(0, Math.min(MAX_BATCH, late.size())), now)
                    .whenComplete((_, _) -> asking.set(false));
        }
    }

    /** Those come first who were not asked for for longest. */
    private CompletionStage<Void> askFor(List<PendingSettlement> late, long now) {
        Set<OrderId> ids = new HashSet<>();
        for (PendingSettlement mine : late) {
            mine.askedFor = now;
            ids.add(mine.order);
        }
        return ask(ids);
    }

    /** Never fails for a failure: a buyer without an outcome waits on. */
    private CompletionStage<Void> ask(Set<OrderId> ids) {
        return Calls.start(() -> orders.findAll(ids))
                .exceptionallyCompose(DomainFailure.fallBackOn(List.of()))
                .thenAccept(found -> found.forEach(this::complete));
    }

    private void complete(OrderProgress progress) {
        PendingSettlement mine = expected.get(progress.order());
        if (mine != null) {
            switch (progress) {
                case OrderProgress.Settled _ -> mine.end(new Outcome.Settled());
                case OrderProgress.Rejected rejected -> mine.end(new Outcome.Rejected(rejected.reason()));
                case OrderProgress.Queued _ -> {}
            }
        }
    }
}
