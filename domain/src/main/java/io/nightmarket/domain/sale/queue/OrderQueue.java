package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Where buyers are admitted and their orders wait for the database. Entries are delivered at least once, in order, to
 * a reader that goes on from the last one the database holds; an entry stays until it is acknowledged.
 *
 * <p>Every call has a time-out. It fails with {@code Unavailable} when nothing was done, and with {@code TimedOut} when
 * that is unknown. So do the other ports of a queue: {@link QueuedSales}, {@link QueueEpochs}, {@link QueuedBuyers}
 * and {@link QueueAudit}.
 */
public interface OrderQueue {
    /** Buyers in one call; more would hold up the queue's server. */
    int MAX_BATCH = 1_000;

    /** Fails when there are more than {@value #MAX_BATCH}: a bug of the caller. */
    static void requireBatch(List<?> buyers) {
        if (buyers.size() > MAX_BATCH) {
            throw new IllegalArgumentException("more than " + MAX_BATCH + " buyers at once: " + buyers.size());
        }
    }

    /**
     * For each buyer of one sale, in their order: checks the sale's state and window by the queue's own clock, that the
     * buyer has no order of it and that a unit is free; then reserves the unit, remembers the buyer and appends the
     * order. All in ONE atomic step, that answers each buyer after it was made as durable as the queue is configured to.
     *
     * <p>Asking again is harmless: a buyer whose order carries the id of the request, or was asked for with the same
     * request key, is {@code Accepted} with that order; one with another order has {@code AlreadyBought}. Fails with
     * {@code Unavailable} while the shard is closed, or of another epoch.
     *
     * @param requests {@value #MAX_BATCH} at most
     */
    CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests);

    /**
     * Admits the next of a sale's waitlist, in their order, as {@link #admit} does; units that are held for the waitlist
     * are free to them.
     *
     * @param next {@value #MAX_BATCH} at most
     */
    CompletionStage<List<Admission>> admitNext(Epoch epoch, VoucherId voucher, List<Purchase> next);

    /**
     * The order by which this buyer takes part in a sale, from its admission until it was released. Fails with
     * {@code Unavailable} while the shard is closed, or of another epoch: then it is unknown what was lost.
     */
    CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer);

    /** The buyer of an order that waits for the database. Fails as {@link #findOrder} does. */
    CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order);

    /**
     * Reads up to {@code max} entries after {@code after}, in order; waits up to {@code wait} for the first and
     * answers an empty list when there is none. Only one call may wait at a time for each shard.
     */
    CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait);

    /** Removes the entries up to and including {@code last}: the database holds them. Repeating it is harmless. */
    CompletionStage<Void> acknowledge(Shard shard, EntryId last);

    /**
     * Frees the unit that was reserved for this order in this very revision, and forgets its buyer. One atomic step that frees
     * at most one unit per order and revision. Fails with {@code Unavailable} unless the shard is open or being rebuilt in this
     * epoch: what another one released may be reserved here again.
     */
    CompletionStage<Release> release(Epoch epoch, Purchase purchase);

    /**
     * Reserves a unit for an order that lost its own, whatever the state of the sale. One atomic step; asking again with the
     * same revision is harmless. Fails as {@link #findOrder} does.
     */
    CompletionStage<Reservation> reserve(Epoch epoch, Purchase purchase);

    /** The outcome of a reservation. */
    enum Reservation {
        RESERVED,
        /** The buyer has one, of another order or revision. */
        BUYER_HAS_ONE,
        SOLD_OUT,
        NO_SUCH_SALE
    }

    /** The outcome of a release. */
    enum Release {
        RELEASED,
        /** The buyer has no reservation, or one of another order or revision. */
        NOT_RESERVED,
        /** The queue does not hold the sale; one that is being loaded may come with this reservation. */
        NO_SUCH_SALE
    }
}
