package io.nightmarket.domain.sale.audit;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.audit.AuditReport.Finding;
import io.nightmarket.domain.sale.audit.AuditReport.Repair;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.voucher.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks while sales run what always holds of them, at a cost per round that is bounded, whatever the number of buyers.
 *
 * <ul>
 *   <li>Each round compares the units of each sale in the queue, free or reserved, with those issued. A difference that
 *       two rounds see alike closes the shard, and its writer recovers it; once for each difference.
 *   <li>Each round walks over {@value #SLICES_PER_ROUND} slices of reservations ({@link CheckReservations}). An order that is
 *       nowhere at two visits {@value #SUSPICION_SECONDS} s apart is put back into the queue.
 *   <li>At the end of a walk over a sale its claims are counted: stock and claims are what was issued.
 * </ul>
 *
 * <p>Rounds follow one another. What earlier ones saw is remembered until {@link #forget}.
 */
public final class AuditSales {
    private static final int SALES_PER_ROUND = 500;
    private static final int SLICES_PER_ROUND = 50;
    private static final int SUSPICION_SECONDS = 30;
    private static final int MOST_SUSPECTS = 10_000;

    private final FlashSaleRepository sales;
    private final OrderLedger ledger;
    private final QueuePorts queue;
    private final CheckReservations reservations;
    private final Clock clock;
    private final Duration retention;
    private final Map<VoucherId, Seen> seen = new HashMap<>();
    private final Map<OrderId, Instant> suspects = new HashMap<>();
    private final Set<OrderId> suspectsOfPass = new HashSet<>();
    private final Deque<VoucherId> pass = new ArrayDeque<>();
    private long cursor = BuyerSlice.END;
    private int next;

    /**
     * A sale as it was seen last.
     *
     * @param look the drift of this look
     * @param confirmed the drift that the look before saw, too
     * @param closedFor the drift that its shard was last closed for
     */
    private record Seen(
            Place place,
            SaleDiscrepancy look,
            SaleDiscrepancy confirmed,
            SaleDiscrepancy closedFor,
            long surplus,
            long waiting) {
        /** Of a shard that is being recovered, where no look counts. */
        Seen unseen(Place place) {
            return new Seen(place, SaleDiscrepancy.NONE, SaleDiscrepancy.NONE, closedFor, surplus, 0);
        }
    }

    private record Place(Epoch epoch, SaleBalance balance) {
        VoucherId voucher() {
            return balance.sale().voucher();
        }
    }

    /** @param retention how long after its end the queue holds a sale */
    public AuditSales(
            FlashSaleRepository sales,
            OrderRepository orders,
            OrderLedger ledger,
            QueuePorts queue,
            Clock clock,
            Duration retention) {
        this.sales = sales;
        this.ledger = ledger;
        this.queue = queue;
        this.reservations = new CheckReservations(queue, orders, ledger);
        this.clock = clock;
        this.retention = retention;
    }

    /** Looks at each sale by itself: one that can't be audited holds up no other. */
    public CompletionStage<AuditReport> iterate() {
        Map<VoucherId, Place> open = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        return sales.shards()
                .thenCompose(shards -> OneByOne.tryAll(List.copyOf(shards), shard -> find(shard, open)))
                .thenCompose(failure -> OneByOne.tryAll(turn(open), place -> look(place, findings))
                        .thenCompose(later -> walk(open, 0, new Repair(0, 0))
                                .handle((repair, last) -> report(
                                        findings,
                                        last == null ? repair : new Repair(0, 0),
                                        failure.or(() -> later).or(() -> Optional.ofNullable(last))))));
    }

    /** What was seen so far is of the past: another audits. */
    public void forget() {
        seen.clear();
        suspects.clear();
        suspectsOfPass.clear();
        pass.clear();
        cursor = BuyerSlice.END;
    }

    /** Sales that left the queue are forgotten. */
    private CompletionStage<Void> find(Shard shard, Map<VoucherId, Place> open) {
        return ledger.epoch(shard)
                .thenCompose(epoch -> queue.recovery()
                        .isOpen(epoch)
                        .thenCompose(isOpen -> sales.balances(shard, retention).thenAccept(balances -> {
                            Map<VoucherId, Place> places = balances.stream()
                                    .map(balance -> new Place(epoch, balance))
                                    .collect(Collectors.toMap(Place::voucher, place -> place));
                            seen.values()
                                    .removeIf(one -> one.place().epoch().shard().equals(shard)
                                            && !places.containsKey(one.place().voucher()));
                            if (isOpen) {
                                open.putAll(places);
                            } else {
                                places.forEach((voucher, place) ->
                                        seen.computeIfPresent(voucher, (_, one) -> one.unseen(place)));
                            }
                        })));
    }

    private List<Place> turn(Map<VoucherId, Place> open) {
        List<Place> all = new ArrayList<>(open.values());
        all.sort((one, other) ->
                Long.compare(one.voucher().value(), other.voucher().value()));
        if (all.size() <= SALES_PER_ROUND) {
            return all;
        }
        Collections.rotate(all, -(next % all.size()));
        next = (next + SALES_PER_ROUND) % all.size();
        return all.subList(0, SALES_PER_ROUND);
    }

    /** A sale that the queue does not know is loaded when it is asked for. */
    private CompletionStage<Void> look(Place place, List<Finding> findings) {
        return queue.audit().count(place.epoch().shard(), place.voucher()).thenCompose(counted -> {
            if (counted.isEmpty()) {
                seen.computeIfPresent(place.voucher(), (_, one) -> one.unseen(place));
                return CompletableFuture.completedStage(null);
            }
            return judge(place, counted.get(), findings);
        });
    }

    private CompletionStage<Void> judge(Place place, QueueCount counted, List<Finding> findings) {
        @Nullable Seen before = seen.get(place.voucher());
        SaleDiscrepancy look = SaleDiscrepancy.between(counted, place.balance());
        boolean isConfirmed = before != null
                && before.look().equals(look)
                && before.place().balance().sale().issued()
                        == place.balance().sale().issued();
        SaleDiscrepancy confirmed = isConfirmed ? look : SaleDiscrepancy.NONE;
        boolean isWell = isConfirmed && look.inQueue() == 0;
        SaleDiscrepancy closedFor = before == null || isWell ? SaleDiscrepancy.NONE : before.closedFor();
        long surplus = before == null ? 0 : before.surplus();
        boolean closes = confirmed.inQueue() > 0 && !confirmed.equals(closedFor);
        seen.put(
                place.voucher(),
                new Seen(place, look, confirmed, closes ? confirmed : closedFor, surplus, counted.waiting()));
        if (confirmed.inQueue() > 0 || surplus != 0) {
            findings.add(new Finding(place.voucher(), confirmed.withDatabase(surplus), closes));
        }
        return closes ? queue.recovery().markSuspect(place.epoch()) : CompletableFuture.completedStage(null);
    }

    /** Goes on where the last round ended; one pass over all sales follows another. */
    private CompletionStage<Repair> walk(Map<VoucherId, Place> open, int slices, Repair done) {
        VoucherId first = pass.peekFirst();
        pass.removeIf(voucher -> !open.containsKey(voucher));
        if (first == null || !first.equals(pass.peekFirst())) {
            cursor = BuyerSlice.END;
        }
        if (pass.isEmpty()) {
            if (slices > 0 || open.isEmpty()) {
                return CompletableFuture.completedStage(done);
            }
            beginPass(open);
        }
        if (slices >= SLICES_PER_ROUND) {
            return CompletableFuture.completedStage(done);
        }
        Place place = Objects.requireNonNull(open.get(pass.getFirst()));
        return reservations
                .slice(place.epoch(), place.voucher(), cursor, this::isLost)
                .thenCompose(checked -> moveOn(place, checked.next())
                        .thenCompose(_ -> walk(open, slices + 1, done.and(checked.reenqueued(), checked.released()))));
    }

    /** An order that the pass before met and this one did not is not suspected any more. */
    private void beginPass(Map<VoucherId, Place> open) {
        suspects.keySet().retainAll(suspectsOfPass);
        suspectsOfPass.clear();
        cursor = BuyerSlice.END;
        open.keySet().stream()
                .sorted(Comparator.comparingLong(VoucherId::value))
                .forEach(pass::add);
    }

    private boolean isLost(OrderId order) {
        Instant now = clock.instant();
        if (!suspects.containsKey(order) && suspects.size() >= MOST_SUSPECTS) {
            return false;
        }
        suspectsOfPass.add(order);
        return !suspects.computeIfAbsent(order, _ -> now)
                .plusSeconds(SUSPICION_SECONDS)
                .isAfter(now);
    }

    private CompletionStage<Void> moveOn(Place place, long following) {
        cursor = following;
        if (following != BuyerSlice.END) {
            return CompletableFuture.completedStage(null);
        }
        pass.removeFirst();
        return sales.surplus(place.voucher())
                .thenAccept(surplus -> seen.computeIfPresent(
                        place.voucher(),
                        (_, one) -> new Seen(
                                one.place(), one.look(), one.confirmed(), one.closedFor(), surplus, one.waiting())));
    }

    private AuditReport report(List<Finding> findings, Repair repair, Optional<Throwable> failure) {
        Map<Shard, Long> waiting = new HashMap<>();
        long inDatabase = 0;
        long inQueue = 0;
        long pendingReleases = 0;
        long lost = 0;
        for (Seen sale : seen.values()) {
            waiting.merge(sale.place().epoch().shard(), sale.waiting(), Math::max);
            inDatabase += Math.abs(sale.surplus());
            inQueue += sale.confirmed().inQueue();
            pendingReleases += sale.place().balance().pendingReleases();
            lost += sale.place().balance().lost();
        }
        return new AuditReport(findings, repair, inDatabase, inQueue, waiting, pendingReleases, lost, failure);
    }
}
