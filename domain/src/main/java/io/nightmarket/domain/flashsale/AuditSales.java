package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.flashsale.AuditReport.Drifting;
import io.nightmarket.domain.flashsale.AuditReport.Repair;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.QueueCount;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Checks while sales run what always holds of them, and mends what does not. A difference counts when two looks at a sale,
 * one after the other, saw the same one: so nothing that is merely under way is mistaken for drift. Repairs rely on the
 * queue's own atomic steps and on what the books say, hence do no harm where the finding was wrong.
 *
 * <ul>
 *   <li>Orders that the queue's buyers have and that neither wait nor stand in the books are emitted again; those that the
 *       books refused are given back.
 *   <li>For any other drift of a queue its shard is closed, and opened again by its writer when it agrees with the books.
 *       This is not repeated for a drift that outlives it.
 *   <li>Books that contradict themselves are told of: nobody but a human knows which half is right.
 * </ul>
 *
 * <p>Rounds follow one another. What earlier ones saw is remembered until {@link #forget}.
 */
public final class AuditSales {
    /** More sales than that take turns. */
    private static final int MOST_IN_A_ROUND = 500;

    private final FlashSaleRepository sales;
    private final OrderRepository orders;
    private final OrderQueue queue;
    private final Clock clock;
    private final Duration kept;
    private final Map<VoucherId, Sight> sights = new HashMap<>();
    private int next;

    /**
     * A sale as it was seen last.
     *
     * @param seen what was found at this look
     * @param drift what was found at the look before, too
     * @param fencedFor the drift that its shard was last closed for
     */
    private record Sight(
            Shard shard, SaleDrift seen, SaleDrift drift, SaleDrift fencedFor, long waiting, long owed, long lost) {
        Sight unseen() {
            return new Sight(shard, SaleDrift.NONE, SaleDrift.NONE, fencedFor, 0, owed, lost);
        }
    }

    private record Place(Epoch epoch, VoucherId voucher) {}

    /** @param kept so long after its end the queue holds a sale */
    public AuditSales(FlashSaleRepository sales, OrderRepository orders, OrderQueue queue, Clock clock, Duration kept) {
        this.sales = sales;
        this.orders = orders;
        this.queue = queue;
        this.clock = clock;
        this.kept = kept;
    }

    /** Looks at each sale by itself: one that can't be audited holds up no other. */
    public CompletionStage<AuditReport> round() {
        List<Place> all = new ArrayList<>();
        Set<VoucherId> closed = new HashSet<>();
        List<Drifting> drifting = new ArrayList<>();
        return sales.shards()
                .thenCompose(shards -> OneByOne.tryAll(List.copyOf(shards), shard -> places(shard, all, closed)))
                .thenCompose(failure -> {
                    if (failure.isEmpty()) {
                        forgetAllBut(all, closed);
                    }
                    return OneByOne.tryAll(turn(all), place -> look(place, drifting))
                            .thenApply(later -> report(drifting, failure.or(() -> later)));
                });
    }

    /** What was seen so far is of the past: another audits. */
    public void forget() {
        sights.clear();
    }

    private CompletionStage<Void> places(Shard shard, List<Place> all, Set<VoucherId> closed) {
        return orders.epoch(shard)
                .thenCompose(epoch -> queue.isOpen(epoch)
                        .thenCompose(open -> sales.unfinished(
                                        shard, clock.instant().minus(kept))
                                .thenAccept(vouchers -> {
                                    if (open) {
                                        vouchers.forEach(voucher -> all.add(new Place(epoch, voucher)));
                                    } else {
                                        closed.addAll(vouchers);
                                    }
                                })));
    }

    /** A shard that is being rebuilt agrees with nothing yet; looks before that are no earlier looks. */
    private void forgetAllBut(List<Place> open, Set<VoucherId> closed) {
        Set<VoucherId> known = open.stream().map(Place::voucher).collect(Collectors.toCollection(HashSet::new));
        known.addAll(closed);
        sights.keySet().retainAll(known);
        sights.replaceAll((voucher, sight) -> closed.contains(voucher) ? sight.unseen() : sight);
    }

    private List<Place> turn(List<Place> all) {
        if (all.size() <= MOST_IN_A_ROUND) {
            return all;
        }
        List<Place> rotated = new ArrayList<>(all);
        Collections.rotate(rotated, -(next % all.size()));
        next = (next + MOST_IN_A_ROUND) % all.size();
        return rotated.subList(0, MOST_IN_A_ROUND);
    }

    /** Two calls for a sale that is held alike, four for another. */
    private CompletionStage<Void> look(Place place, List<Drifting> drifting) {
        Shard shard = place.epoch().shard();
        return both(
                shard,
                place.voucher(),
                (queued, counted) -> counted.agreesWith(queued)
                        ? judge(place, SaleDrift.alike(counted), queued, counted, drifting)
                        : both(
                                shard,
                                place.voucher(),
                                (again, later) -> judge(
                                        place,
                                        SaleDrift.between(queued, counted, again, later),
                                        again,
                                        later,
                                        drifting)));
    }

    private interface Counted {
        CompletionStage<Void> with(QueueCount queue, SaleCount books);
    }

    /** The queue first. A sale that one of them does not know is none that both hold. */
    private CompletionStage<Void> both(Shard shard, VoucherId voucher, Counted work) {
        return queue.count(shard, voucher)
                .thenCompose(queued -> sales.count(voucher).thenCompose(counted -> {
                    if (queued.isPresent() && counted.isPresent()) {
                        return work.with(queued.get(), counted.get());
                    }
                    sights.remove(voucher);
                    return CompletableFuture.completedStage(null);
                }));
    }

    private CompletionStage<Void> judge(
            Place place, SaleDrift seen, QueueCount queued, SaleCount counted, List<Drifting> drifting) {
        Optional<Sight> before = Optional.ofNullable(sights.get(place.voucher()));
        SaleDrift drift = before.map(sight -> seen.alsoIn(sight.seen())).orElse(SaleDrift.NONE);
        // A busy sale tells too little to be of good repute again.
        SaleDrift fencedFor = counted.agreesWith(queued)
                ? SaleDrift.NONE
                : before.map(Sight::fencedFor).orElse(SaleDrift.NONE);
        Function<SaleDrift, Sight> sight = fenced ->
                new Sight(place.epoch().shard(), seen, drift, fenced, queued.waiting(), counted.owed(), counted.lost());
        sights.put(place.voucher(), sight.apply(fencedFor));
        if (drift.equals(SaleDrift.NONE)) {
            return CompletableFuture.completedStage(null);
        }
        return repair(place, drift, fencedFor).thenAccept(repair -> {
            drifting.add(new Drifting(place.voucher(), drift, repair));
            if (repair.fenced()) {
                sights.put(place.voucher(), sight.apply(drift));
            }
        });
    }

    private CompletionStage<Repair> repair(Place place, SaleDrift drift, SaleDrift fencedFor) {
        CompletionStage<Repair> found =
                drift.buyers() > 0 ? seeToBuyers(place) : CompletableFuture.completedStage(Repair.NONE);
        return found.thenCompose(repair -> repair.equals(Repair.NONE) && drift.inQueue() > 0 && !drift.equals(fencedFor)
                ? queue.distrust(place.epoch()).thenApply(_ -> Repair.fencing())
                : CompletableFuture.completedStage(repair));
    }

    /** Looks for orders of the queue's buyers that the books don't have as theirs. */
    private CompletionStage<Repair> seeToBuyers(Place place) {
        AtomicReference<Repair> done = new AtomicReference<>(Repair.NONE);
        return queue.eachBuyer(
                        place.epoch().shard(),
                        place.voucher(),
                        slice -> seeTo(place, Set.copyOf(slice))
                                .thenAccept(repair -> done.set(done.get().and(repair))))
                .thenApply(_ -> done.get());
    }

    private CompletionStage<Repair> seeTo(Place place, Set<Purchase> slice) {
        Set<OrderId> ids = slice.stream().map(Purchase::order).collect(Collectors.toSet());
        return orders.findAll(ids).thenCompose(found -> {
            Map<OrderId, OrderProgress> known = found.stream()
                    .collect(Collectors.toMap(OrderProgress::order, Function.identity(), (row, _) -> row));
            List<Purchase> lost = slice.stream()
                    .filter(purchase -> !known.containsKey(purchase.order()))
                    .toList();
            List<Purchase> refused = slice.stream()
                    .filter(purchase -> known.get(purchase.order()) instanceof OrderProgress.Rejected)
                    .toList();
            return emitAgain(place, lost)
                    .thenCompose(
                            emitted -> giveBack(place, refused).thenApply(given -> new Repair(emitted, given, false)));
        });
    }

    private CompletionStage<Integer> emitAgain(Place place, List<Purchase> lost) {
        return lost.isEmpty()
                ? CompletableFuture.completedStage(0)
                : queue.emitAgain(place.epoch(), place.voucher(), lost);
    }

    private CompletionStage<Integer> giveBack(Place place, List<Purchase> refused) {
        return OneByOne.doAll(refused, purchase -> queue.giveBack(place.epoch().shard(), purchase))
                .thenApply(_ -> refused.size());
    }

    private AuditReport report(List<Drifting> drifting, Optional<Throwable> failure) {
        Map<Shard, Long> waiting = new HashMap<>();
        long inBooks = 0;
        long inQueue = 0;
        long owed = 0;
        long lost = 0;
        for (Sight sight : sights.values()) {
            waiting.merge(sight.shard(), sight.waiting(), Math::max);
            inBooks += sight.drift().inBooks();
            inQueue += sight.drift().inQueue();
            owed += sight.owed();
            lost += sight.lost();
        }
        return new AuditReport(drifting, inBooks, inQueue, waiting, owed, lost, failure);
    }
}
