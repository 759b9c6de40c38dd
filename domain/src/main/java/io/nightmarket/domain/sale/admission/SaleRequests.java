package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.sale.admission.SaleMinutes.Requests;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the purchase requests of a node by sale and outcome, on their way to {@link SaleMinutes}. Sales beyond {@value #MAX_SALES} at
 * a time share one count; at each flush the newest {@value #KEPT_SALES} and those with requests are kept. Safe for use by several
 * threads.
 */
public final class SaleRequests {
    static final int MAX_SALES = 200;
    static final int KEPT_SALES = 100;
    private static final long OTHER_SALES = 0;

    private final Clock clock;
    private final ConcurrentHashMap<VoucherId, Counts> sales = new ConcurrentHashMap<>();
    private final Counts others = new Counts(OTHER_SALES);
    /** Sales that are no longer counted by themselves; a request that came meanwhile is written with the next flush. */
    private List<Counts> retired = List.of();

    private final LongAdder dropped = new LongAdder();

    /** The requests of one sale since this node counts it. */
    public static final class Counts {
        private final long sale;
        private final Map<RequestOutcome, LongAdder> sums = new EnumMap<>(RequestOutcome.class);
        /** What was taken by a flush; guarded by the {@code SaleRequests}. */
        private final Map<RequestOutcome, Long> taken = new EnumMap<>(RequestOutcome.class);

        private Counts(long sale) {
            this.sale = sale;
            for (RequestOutcome outcome : RequestOutcome.values()) {
                sums.put(outcome, new LongAdder());
            }
        }

        public long sum(RequestOutcome outcome) {
            return adder(outcome).sum();
        }

        private LongAdder adder(RequestOutcome outcome) {
            return Objects.requireNonNull(sums.get(outcome));
        }

        /** Answers whether there was any. */
        private boolean take(Map<Requests, Counts> batch) {
            int before = batch.size();
            for (RequestOutcome outcome : RequestOutcome.values()) {
                long more = sum(outcome) - taken.getOrDefault(outcome, 0L);
                if (more > 0) {
                    taken.merge(outcome, more, Long::sum);
                    batch.put(new Requests(sale, outcome, more), this);
                }
            }
            return batch.size() > before;
        }
    }

    public SaleRequests(Clock clock) {
        this.clock = clock;
    }

    /** Counts a request to a sale that there is. */
    void count(VoucherId sale, RequestOutcome outcome) {
        Counts known = sales.get(sale);
        (known == null ? begin(sale) : known).adder(outcome).increment();
    }

    /** Counts a request that was refused before its sale was looked up: clients may name sales that do not exist. */
    public void countLimited(long sale) {
        Counts known = sale > 0 ? sales.get(new VoucherId(sale)) : null;
        (known == null ? others : known).adder(RequestOutcome.LIMITER_TOO_MANY).increment();
    }

    private synchronized Counts begin(VoucherId sale) {
        return sales.size() < MAX_SALES ? sales.computeIfAbsent(sale, one -> new Counts(one.value())) : others;
    }

    /** The sales that are counted, by their numbers; those of 0 are all others. */
    public Map<Long, Counts> counted() {
        Map<Long, Counts> counted = new HashMap<>(Map.of(OTHER_SALES, others));
        sales.forEach((sale, counts) -> counted.put(sale.value(), counts));
        return counted;
    }

    /** Requests that may be missing in the minutes: it is unknown whether they were added. */
    public long dropped() {
        return dropped.sum();
    }

    /**
     * Adds what was counted since the last flush to the minute of now. What was not added for sure is added by a later one; what may
     * have been added is not added again. Fails as the minutes do.
     */
    public CompletionStage<Void> flush(SaleMinutes minutes) {
        Map<Requests, Counts> batch = take();
        if (batch.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        List<Requests> ordered = new ArrayList<>(batch.keySet());
        ordered.sort(Comparator.comparingLong(Requests::sale)
                .thenComparing(one -> one.outcome().name()));
        return minutes.add(clock.instant().truncatedTo(ChronoUnit.MINUTES), ordered)
                .exceptionallyCompose(failure -> {
                    Throwable cause = DomainFailure.causeOf(failure);
                    if (cause instanceof TimedOut) {
                        dropped.add(ordered.stream().mapToLong(Requests::number).sum());
                    } else {
                        putBack(batch);
                    }
                    return CompletableFuture.failedStage(cause);
                });
    }

    private synchronized Map<Requests, Counts> take() {
        Map<Requests, Counts> batch = new HashMap<>();
        boolean _ = others.take(batch);
        retired = retired.stream().filter(counts -> counts.take(batch)).toList();
        List<VoucherId> idle = new ArrayList<>();
        sales.forEach((sale, counts) -> {
            if (!counts.take(batch)) {
                idle.add(sale);
            }
        });
        idle.sort(Comparator.comparingLong(VoucherId::value));
        retire(idle.subList(0, Math.clamp(sales.size() - KEPT_SALES, 0, idle.size())));
        return batch;
    }

    private void retire(List<VoucherId> idle) {
        List<Counts> more = new ArrayList<>(retired);
        for (VoucherId sale : idle) {
            more.add(sales.get(sale));
            sales.remove(sale);
        }
        retired = more;
    }

    private synchronized void putBack(Map<Requests, Counts> batch) {
        batch.forEach((requests, counts) -> counts.taken.merge(requests.outcome(), -requests.number(), Long::sum));
    }
}
