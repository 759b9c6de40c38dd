package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.VoucherId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Compares the queue's reservations with the database, a slice at a time, also while buyers come. The queue is read first:
 * an order leaves it only after the database has it. A reservation that neither waits nor is known to the database was
 * lost on its way and is put back into the queue; one of an order that was rejected or cancelled is released.
 */
public final class CheckReservations {
    private final QueuePorts queue;
    private final OrderRepository orders;
    private final OrderLedger ledger;

    public CheckReservations(QueuePorts queue, OrderRepository orders, OrderLedger ledger) {
        this.queue = queue;
        this.orders = orders;
        this.ledger = ledger;
    }

    /** The result of a slice; {@code next} as in {@link BuyerSlice}. */
    public record Checked(long next, int reenqueued, int released) {}

    /**
     * Checks and repairs one slice of the reservations.
     *
     * @param isLost whether an order that is nowhere counts as lost already
     */
    public CompletionStage<Checked> slice(Epoch epoch, VoucherId voucher, long cursor, Predicate<OrderId> isLost) {
        Shard shard = epoch.shard();
        return queue.buyers()
                .slice(shard, voucher, cursor)
                .thenCompose(slice -> unsettled(shard, voucher, slice.buyers())
                        .thenCompose(unsettled -> unsettled.isEmpty()
                                ? CompletableFuture.completedStage(new Checked(slice.next(), 0, 0))
                                : repair(epoch, voucher, unsettled, isLost)
                                        .thenApply(done ->
                                                new Checked(slice.next(), done.reenqueued(), done.released()))));
    }

    /** Reservations that do not wait and by which their buyers hold no claim. */
    private CompletionStage<List<Purchase>> unsettled(Shard shard, VoucherId voucher, List<Purchase> slice) {
        if (slice.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        Set<OrderId> ids = slice.stream().map(Purchase::order).collect(Collectors.toSet());
        return queue.audit().waiting(shard, ids).thenCompose(waiting -> {
            List<Purchase> gone = slice.stream()
                    .filter(purchase -> !waiting.contains(purchase.order()))
                    .toList();
            Set<UserId> buyers = gone.stream().map(Purchase::buyer).collect(Collectors.toSet());
            return ledger.claims(voucher, buyers)
                    .thenApply(claims -> gone.stream()
                            .filter(purchase -> !purchase.order().equals(claims.get(purchase.buyer())))
                            .toList());
        });
    }

    private CompletionStage<Checked> repair(
            Epoch epoch, VoucherId voucher, List<Purchase> unsettled, Predicate<OrderId> isLost) {
        return withoutRevival(unsettled)
                .thenCompose(ended -> orders.findAll(
                                ended.stream().map(Purchase::order).collect(Collectors.toSet()))
                        .thenCompose(found -> repair(epoch, voucher, ended, found, isLost)));
    }

    /** Without those that a payment may still revive. Asked before the orders: what is decided then stays so. */
    private CompletionStage<List<Purchase>> withoutRevival(List<Purchase> unsettled) {
        Set<Long> revisions = unsettled.stream()
                .map(Purchase::revision)
                .filter(revision -> revision != 0)
                .collect(Collectors.toSet());
        return revisions.isEmpty()
                ? CompletableFuture.completedStage(unsettled)
                : ledger.undecided(revisions)
                        .thenApply(undecided -> unsettled.stream()
                                .filter(purchase -> !undecided.contains(purchase.revision()))
                                .toList());
    }

    private CompletionStage<Checked> repair(
            Epoch epoch,
            VoucherId voucher,
            List<Purchase> unsettled,
            List<OrderProgress> found,
            Predicate<OrderId> isLost) {
        Map<OrderId, List<OrderProgress>> known = found.stream().collect(Collectors.groupingBy(OrderProgress::order));
        List<Purchase> lost = new ArrayList<>();
        List<Purchase> over = new ArrayList<>();
        for (Purchase purchase : unsettled) {
            List<OrderProgress> own = known.getOrDefault(purchase.order(), List.of()).stream()
                    .filter(progress -> progress.user().equals(purchase.buyer()))
                    .toList();
            if (own.isEmpty() && isLost.test(purchase.order())) {
                lost.add(purchase);
            } else if (own.stream().anyMatch(CheckReservations::isOver)) {
                over.add(purchase);
            }
        }
        return reenqueue(epoch, voucher, lost)
                .thenCompose(reenqueued ->
                        release(epoch, over).thenApply(released -> new Checked(BuyerSlice.END, reenqueued, released)));
    }

    /** Answers how many the queue had. */
    private CompletionStage<Integer> release(Epoch epoch, List<Purchase> over) {
        CompletionStage<Integer> released = CompletableFuture.completedStage(0);
        for (Purchase purchase : over) {
            released = released.thenCompose(before -> queue.orders()
                    .release(epoch, purchase)
                    .thenApply(release -> release == Release.RELEASED ? before + 1 : before));
        }
        return released;
    }

    private static boolean isOver(OrderProgress progress) {
        return switch (progress) {
            case OrderProgress.Rejected _ -> true;
            case OrderProgress.Settled(var row) -> row.status().isOver();
            case OrderProgress.Queued _ -> false;
        };
    }

    private CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> lost) {
        return lost.isEmpty()
                ? CompletableFuture.completedStage(0)
                : queue.audit().reenqueue(epoch, voucher, lost);
    }

    /**
     * Checks all of a sale that admits no buyers: a reservation without an order anywhere is lost. What was put back is
     * drained before the next slice is read: while entries wait, orders whose entries were removed count as
     * waiting, too.
     */
    public CompletionStage<Void> whole(Epoch epoch, VoucherId voucher, Supplier<CompletionStage<Void>> drain) {
        return whole(epoch, voucher, BuyerSlice.END, drain);
    }

    private CompletionStage<Void> whole(
            Epoch epoch, VoucherId voucher, long cursor, Supplier<CompletionStage<Void>> drain) {
        return slice(epoch, voucher, cursor, _ -> true).thenCompose(checked -> {
            CompletionStage<Void> drained =
                    checked.reenqueued() == 0 ? CompletableFuture.completedStage(null) : drain.get();
            return checked.next() == BuyerSlice.END
                    ? drained
                    : drained.thenCompose(_ -> whole(epoch, voucher, checked.next(), drain));
        });
    }
}
