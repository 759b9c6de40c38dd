package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.operation.AuditReport.Repair;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Walks over the reservations of all open sales, {@value #SLICES} slices in each iteration, and begins again at the end.
 * An order that is nowhere at two visits {@value #SUSPICION_SECONDS} s apart was lost on its way and is re-enqueued.
 */
final class ReservationWalk {
    private static final int SLICES = 50;
    private static final int SUSPICION_SECONDS = 30;
    private static final int MAX_SUSPECTS = 10_000;

    private final CheckReservations reservations;
    private final Clock clock;
    private final Function<VoucherId, CompletionStage<Void>> onSaleEnd;
    private final Map<OrderId, Instant> suspects = new HashMap<>();
    private final Set<OrderId> suspectsOfPass = new HashSet<>();
    private final Deque<VoucherId> pass = new ArrayDeque<>();
    private long cursor = BuyerSlice.END;

    /** @param onSaleEnd is called after the last slice of a sale */
    ReservationWalk(CheckReservations reservations, Clock clock, Function<VoucherId, CompletionStage<Void>> onSaleEnd) {
        this.reservations = reservations;
        this.clock = clock;
        this.onSaleEnd = onSaleEnd;
    }

    void reset() {
        suspects.clear();
        suspectsOfPass.clear();
        pass.clear();
        cursor = BuyerSlice.END;
    }

    /** Goes on where the last iteration ended; one pass over all sales follows another. */
    CompletionStage<Repair> walk(Map<VoucherId, Epoch> open) {
        return walk(open, 0, new Repair(0, 0));
    }

    private CompletionStage<Repair> walk(Map<VoucherId, Epoch> open, int slices, Repair done) {
        VoucherId first = pass.peekFirst();
        pass.removeIf(voucher -> !open.containsKey(voucher));
        if (first == null || !first.equals(pass.peekFirst())) {
            cursor = BuyerSlice.END;
        }
        if (pass.isEmpty()) {
            if (slices > 0 || open.isEmpty()) {
                return CompletableFuture.completedStage(done);
            }
            beginPass(open.keySet());
        }
        if (slices >= SLICES) {
            return CompletableFuture.completedStage(done);
        }
        VoucherId voucher = pass.getFirst();
        return reservations
                .slice(Objects.requireNonNull(open.get(voucher)), voucher, cursor, this::isLost)
                .thenCompose(checked -> advance(voucher, checked.next())
                        .thenCompose(_ -> walk(open, slices + 1, done.and(checked.reenqueued(), checked.released()))));
    }

    /** An order that the pass before met and this one did not is no longer suspected. */
    private void beginPass(Set<VoucherId> open) {
        suspects.keySet().retainAll(suspectsOfPass);
        suspectsOfPass.clear();
        cursor = BuyerSlice.END;
        open.stream().sorted(Comparator.comparingLong(VoucherId::value)).forEach(pass::add);
    }

    private boolean isLost(OrderId order) {
        Instant now = clock.instant();
        if (!suspects.containsKey(order) && suspects.size() >= MAX_SUSPECTS) {
            return false;
        }
        suspectsOfPass.add(order);
        return !suspects.computeIfAbsent(order, _ -> now)
                .plusSeconds(SUSPICION_SECONDS)
                .isAfter(now);
    }

    private CompletionStage<Void> advance(VoucherId voucher, long next) {
        cursor = next;
        if (next != BuyerSlice.END) {
            return CompletableFuture.completedStage(null);
        }
        pass.removeFirst();
        return onSaleEnd.apply(voucher);
    }
}
