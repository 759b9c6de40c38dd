package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Payments that were captured after their orders were cancelled, until they are decided. Fails with {@code Unavailable}, or
 * {@code TimedOut} when the outcome is unknown; asking again is safe.
 */
public interface LatePayments {
    /**
     * A payment that is late.
     *
     * @param purchase the purchase of the order, with the payment as its revision
     * @param shard the shard of its sale; empty for an ordinary voucher, which has no units
     * @param unreleased a unit of the order that the queue still has to release
     * @param isOld whether it was captured longer ago than was asked for, by the database's clock
     */
    record LatePayment(
            Payment payment,
            Purchase purchase,
            Optional<Shard> shard,
            Optional<UnitRelease> unreleased,
            boolean isOld) {}

    /** Those that are not decided, oldest first. */
    CompletionStage<List<LatePayment>> undecided(Duration old, int max);

    /** One of them; empty when it is decided. */
    CompletionStage<Optional<LatePayment>> find(PaymentId id, Duration old);

    /**
     * Pays the cancelled order, with a unit from the stock and a claim if it is of a flash sale, in one transaction. Empty when
     * that can't be: the payment is decided, the buyer has another claim, the stock is empty, or the sale was called off. Fails with {@code Unavailable}
     * when the shard is of another epoch: its queue was loaded without the reservation, perhaps.
     *
     * @param reservedIn the epoch in which the queue reserved a unit; empty: of an ordinary voucher
     */
    CompletionStage<Optional<Order>> revive(LatePayment late, Optional<Epoch> reservedIn);

    /**
     * What giving up did.
     *
     * @param order the order whose money returns, if this call decided that
     * @param release the release of a unit that may be reserved
     */
    record GivenUp(Optional<Order> order, Optional<UnitRelease> release) {}

    /**
     * Writes the refund, unless the payment is decided; and as pending the release of a unit that may be reserved, unless the
     * order holds a claim in this revision. In one transaction. Repeating it is harmless.
     *
     * @param mayBeReserved whether the queue may hold a reservation in this revision
     */
    CompletionStage<GivenUp> giveUp(LatePayment late, boolean mayBeReserved);
}
