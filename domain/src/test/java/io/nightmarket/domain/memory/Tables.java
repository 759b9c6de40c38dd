package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.order.calloff.CallOff;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger.Recorded;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.operation.DeadLetter;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@link InMemoryLedger} holds. Whoever touches it holds its monitor. */
final class Tables {
    final Map<VoucherId, FlashSale> sales = new HashMap<>();
    final Map<VoucherId, Map<UserId, OrderId>> claims = new HashMap<>();
    final Map<OrderId, Order> orders = new HashMap<>();
    final Map<OrderId, Rejection> rejections = new LinkedHashMap<>();
    final Set<Purchase> lost = new HashSet<>();
    final Map<Long, StockAdjustment> adjustments = new LinkedHashMap<>();
    /** By version. */
    final Map<Long, InMemorySaleChanges.Row> changes = new LinkedHashMap<>();

    /** What staff did. */
    final List<StaffAction> audited = new ArrayList<>();

    final Map<VoucherId, Long> confirmed = new HashMap<>();
    final Set<VoucherId> removed = new HashSet<>();
    /** The last number of each waitlist, and who waits. */
    final Map<VoucherId, Long> waitlists = new HashMap<>();

    /** Users whose ticket of a sale's waiting room is revoked. */
    final Map<VoucherId, Set<UserId>> revokedTickets = new HashMap<>();

    final List<Waitlist.Entry> waiting = new ArrayList<>();
    final Map<Long, DeadLetter> letters = new LinkedHashMap<>();
    private long lastLetter;
    /** Which server this is, of those that took each other's place. */
    long server;

    /** How long orders may be paid that are settled from now on; zero: for ever. */
    Duration payWithin = Duration.ofMinutes(15);

    final Map<OrderId, Instant> payUntil = new HashMap<>();
    final Map<OrderId, Long> revisions = new HashMap<>();
    final Map<VoucherId, Long> revivedIn = new HashMap<>();
    final Map<PaymentId, Paid> payments = new LinkedHashMap<>();
    final Map<PaymentId, Refund> refunds = new LinkedHashMap<>();
    final Set<PaymentId> refunded = new HashSet<>();

    final Map<VoucherId, CalledOff> calledOff = new LinkedHashMap<>();
    /** Cents by order, of paid orders that no gateway could refund. */
    final Map<OrderId, Long> moneyOwed = new HashMap<>();

    final Map<Shard, Set<Purchase>> owed = new HashMap<>();
    final Map<Shard, Long> fences = new HashMap<>();
    final Map<Shard, Long> epochs = new HashMap<>();
    final Map<Shard, EntryId> lastSettled = new HashMap<>();

    /** What is done in it is done as one, and fails with the failure that it throws. */
    synchronized <T extends @Nullable Object> CompletionStage<T> transaction(Supplier<T> work) {
        try {
            return CompletableFuture.completedStage(work.get());
        } catch (DomainFailure failure) {
            return CompletableFuture.failedStage(failure);
        }
    }

    CompletionStage<Void> change(Runnable work) {
        return transaction(() -> {
            work.run();
            return null;
        });
    }

    void requireCurrent(Epoch epoch) {
        if (!epoch(epoch.shard()).equals(epoch)) {
            throw new Unavailable("the shard is of another epoch");
        }
    }

    /** The adjustment, unless it came to its end. */
    Optional<StockAdjustment> pending(StockAdjustment adjustment) {
        return Optional.ofNullable(adjustments.get(adjustment.id()))
                .filter(known -> known.state() == StockAdjustment.State.PENDING);
    }

    Tables copy() {
        Tables copy = new Tables();
        copy.restore(this);
        return copy;
    }

    /** Becomes what the other is. */
    void restore(Tables other) {
        replace(sales, other.sales);
        claims.clear();
        other.claims.forEach((key, inner) -> claims.put(key, new HashMap<>(inner)));
        replace(orders, other.orders);
        replace(rejections, other.rejections);
        replace(lost, other.lost);
        replace(adjustments, other.adjustments);
        replace(changes, other.changes);
        replace(audited, other.audited);
        replace(confirmed, other.confirmed);
        replace(removed, other.removed);
        replace(waitlists, other.waitlists);
        revokedTickets.clear();
        other.revokedTickets.forEach((key, inner) -> revokedTickets.put(key, new HashSet<>(inner)));
        replace(waiting, other.waiting);
        replace(letters, other.letters);
        replace(revivedIn, other.revivedIn);
        replace(payUntil, other.payUntil);
        replace(revisions, other.revisions);
        replace(payments, other.payments);
        replace(refunds, other.refunds);
        replace(refunded, other.refunded);
        replace(calledOff, other.calledOff);
        replace(moneyOwed, other.moneyOwed);
        owed.clear();
        other.owed.forEach((key, inner) -> owed.put(key, new LinkedHashSet<>(inner)));
        replace(fences, other.fences);
        replace(epochs, other.epochs);
        replace(lastSettled, other.lastSettled);
        lastLetter = Math.max(lastLetter, other.lastLetter);
        server++;
    }

    private static <K, V> void replace(Map<K, V> all, Map<K, V> others) {
        all.clear();
        all.putAll(others);
    }

    private static <E> void replace(Collection<E> all, Collection<E> others) {
        all.clear();
        all.addAll(others);
    }

    record Paid(Payment payment, long captured, @Nullable Recorded outcome, Instant since) {}

    /**
     * A sale that was called off.
     *
     * @param after the order that the pass over its orders came to
     * @param callOff null: how it was counted when it was done
     */
    record CalledOff(
            StaffAction action,
            Instant at,
            long after,
            @Nullable CallOff callOff) {}

    /** A claim or dead letter of a sale, in its revision. */
    Purchase reservation(VoucherId voucher, UserId buyer, OrderId order) {
        return new Purchase(order, voucher, buyer, revisions.getOrDefault(order, 0L));
    }

    record Rejection(VoucherId voucher, OrderProgress.Rejected progress) {}

    /** The last one. */
    Optional<OrderProgress.Rejected> rejectionOf(VoucherId voucher, UserId buyer) {
        return rejections.values().stream()
                .filter(one ->
                        one.voucher().equals(voucher) && one.progress().user().equals(buyer))
                .map(Rejection::progress)
                .reduce((_, later) -> later);
    }

    /** The adjustments that the stock of a sale contains. */
    Set<Long> countedIn(VoucherId voucher) {
        return adjustments.values().stream()
                .filter(one ->
                        one.voucher().equals(voucher) && (one.units() > 0 || one.state() == StockAdjustment.State.DONE))
                .map(StockAdjustment::id)
                .collect(Collectors.toSet());
    }

    void end(StockAdjustment adjustment, StockAdjustment.State state) {
        adjustments.put(
                adjustment.id(),
                new StockAdjustment(
                        adjustment.id(),
                        adjustment.shard(),
                        adjustment.voucher(),
                        adjustment.name(),
                        adjustment.units(),
                        state));
    }

    void reject(Shard shard, Purchase purchase, RejectionReason reason) {
        rejections.put(
                purchase.order(),
                new Rejection(
                        purchase.voucher(), new OrderProgress.Rejected(purchase.order(), purchase.buyer(), reason)));
        owedBy(shard).add(purchase);
    }

    void writeDeadLetter(Shard shard, QueueEntry entry, String reason) {
        Purchase purchase = entry instanceof QueuedOrder order ? order.purchase() : null;
        OrderId order = purchase == null ? null : purchase.order();
        letters.values().removeIf(letter -> order != null && order.equals(letter.order()));
        letters.put(++lastLetter, new DeadLetter(lastLetter, shard, entry.id(), order, purchase, reason));
    }

    void requestSkip(Shard shard, OrderId order) {
        if (letters.values().stream().noneMatch(letter -> order.equals(letter.order()))) {
            letters.put(++lastLetter, new DeadLetter(lastLetter, shard, null, order, null, "skip requested"));
        }
    }

    Set<OrderId> skipRequests(Shard shard) {
        return letters.values().stream()
                .filter(letter -> letter.shard().equals(shard) && letter.entry() == null)
                .map(DeadLetter::order)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /** The orders of a sale that are dead letters, by buyer. */
    Map<UserId, OrderId> lettersOf(VoucherId voucher) {
        return letters.values().stream()
                .flatMap(letter -> letter.replayable().stream())
                .filter(purchase -> purchase.voucher().equals(voucher)
                        && !rejections.containsKey(purchase.order())
                        && !purchase.order().equals(claimsOf(voucher).get(purchase.buyer())))
                .collect(Collectors.toMap(Purchase::buyer, Purchase::order, (_, later) -> later));
    }

    Epoch epoch(Shard shard) {
        return new Epoch(shard, epochs.getOrDefault(shard, 0L));
    }

    /** An order is settled: its time to pay begins. */
    void beginTimeToPay(OrderId order, Instant now) {
        if (payWithin.isPositive()) {
            payUntil.put(order, now.plus(payWithin));
        }
    }

    long raiseFence(Shard shard) {
        return fences.merge(shard, 1L, Long::sum);
    }

    Map<UserId, OrderId> claimsOf(VoucherId voucher) {
        return claims.computeIfAbsent(voucher, _ -> new HashMap<>());
    }

    Set<Purchase> owedBy(Shard shard) {
        return owed.computeIfAbsent(shard, _ -> new LinkedHashSet<>());
    }
}
