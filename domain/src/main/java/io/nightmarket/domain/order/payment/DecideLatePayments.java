package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.order.payment.LatePayments.LatePayment;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.operation.ReserveUnits;
import io.nightmarket.domain.sale.queue.OrderQueue.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides what becomes of money that came after its order was cancelled: the order is revived if a unit is still free, and the
 * money is refunded otherwise, or when that can't be decided in time. The unit is reserved in the queue before the database
 * takes it from the stock, which includes units of orders that wait; that is done in the epoch of the reservation. Any step may
 * be repeated.
 */
public final class DecideLatePayments {
    private static final Duration MAX_AGE = Duration.ofSeconds(30);
    private static final int MAX_BATCH = 100;
    private static final int LANES = 8;

    private final LatePayments payments;
    private final ReserveUnits reserve;
    private final ReleaseUnits release;
    private final OrderChanges changes;

    public DecideLatePayments(LatePayments payments, ReserveUnits reserve, ReleaseUnits release, OrderChanges changes) {
        this.payments = payments;
        this.reserve = reserve;
        this.release = release;
        this.changes = changes;
    }

    /**
     * Decides those that are late, unless a server is away: the oldest, and all that are too old. One that fails holds up no
     * other, and a queue that hangs holds up no refund.
     */
    public CompletionStage<Void> decideAll() {
        return payments.undecided(MAX_AGE, MAX_BATCH)
                .thenCompose(all -> OneByOne.tryAll(LANES, all, this::decide)
                        .thenCompose(failure -> failure.isEmpty() && mayBeMoreThatAreOld(all)
                                ? decideAll()
                                : OneByOne.failIfAny(failure)));
    }

    private static boolean mayBeMoreThatAreOld(List<LatePayment> oldest) {
        return oldest.size() == MAX_BATCH && oldest.getLast().isOld();
    }

    /** Decides one, which may be decided already. Fails as the ports do; then {@link #decideAll} decides. */
    public CompletionStage<Void> decide(PaymentId id) {
        return payments.find(id, MAX_AGE)
                .thenCompose(late -> late.map(this::decide).orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    private CompletionStage<Void> decide(LatePayment late) {
        if (late.isOld()) {
            return refund(late, true).thenAccept(unit -> {
                // Not waited for: the queue may hang.
                var _ = UnitRelease.now(unit, release);
            });
        }
        return late.unreleased()
                .map(own -> releaseFirst(own, late.payment().id()))
                .orElseGet(() ->
                        late.shard().map(shard -> reserve(late, shard)).orElseGet(() -> pay(late, Optional.empty())));
    }

    /** A unit that stays unreleased is tried again with the next call. */
    private CompletionStage<Void> releaseFirst(UnitRelease own, PaymentId id) {
        return release.release(own.shard(), own.purchase())
                .thenCompose(_ -> payments.find(id, MAX_AGE))
                .thenCompose(late -> late.filter(now -> now.unreleased().isEmpty())
                        .map(this::decide)
                        .orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    private CompletionStage<Void> reserve(LatePayment late, Shard shard) {
        return reserve.reserve(shard, late.purchase())
                .thenCompose(answer -> answer.reservation() == Reservation.RESERVED
                        ? pay(late, Optional.of(answer.epoch()))
                        : giveUp(late, false));
    }

    private CompletionStage<Void> pay(LatePayment late, Optional<Epoch> reservedIn) {
        return payments.revive(late, reservedIn)
                .thenCompose(order -> order.isPresent() ? changes.changed(List.of(order.get())) : giveUp(late, true));
    }

    /** Also of a payment that another call decided: this call may have reserved a unit since. */
    private CompletionStage<Void> giveUp(LatePayment late, boolean mayBeReserved) {
        return refund(late, mayBeReserved).thenCompose(unit -> UnitRelease.now(unit, release));
    }

    /** The release that is pending then. */
    private CompletionStage<Optional<UnitRelease>> refund(LatePayment late, boolean mayBeReserved) {
        return payments.giveUp(late, mayBeReserved).thenApply(done -> {
            var _ = changes.changed(done.order().stream().toList());
            return done.release();
        });
    }
}
