package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The database as the system of record of the sale: settled orders, claims, epochs. One writer at a time has the right to
 * write a shard.
 */
public interface OrderLedger {
    /**
     * Takes over a shard: ends the predecessor's connection if it lives, raises the fence and answers a writer that
     * holds it. Every earlier writer of the shard can commit nothing from then on.
     */
    CompletionStage<Writer> becomeWriter(Shard shard);

    /** The claims of those of the buyers who hold one in a sale. */
    CompletionStage<Map<UserId, OrderId>> claims(VoucherId voucher, Set<UserId> buyers);

    /** Which of these revisions may still become claims: those of payments without an outcome. */
    CompletionStage<Set<Long>> undecided(Set<Long> revisions);

    /** The epoch that the shard's queue has to be of. */
    CompletionStage<Epoch> epoch(Shard shard);

    /**
     * Writes down that an accepted order was lost with the queue, unless the database knows the order, or rejected very
     * many of this buyer in this sale. Fails with {@code Unavailable} when the shard is of another epoch by now.
     * Repeating it is harmless.
     *
     * @param epoch in which the queue knew nothing of the order, so that no writer can settle it any more
     */
    CompletionStage<Void> recordLost(Epoch epoch, Purchase purchase);

    /**
     * A writer of one shard. Its calls follow one another. After a failure other than {@code Corrupt} it is of no more
     * use: what was committed is unknown, and only a new writer's {@link #lastSettled} tells.
     */
    interface Writer {
        /** The last entry the database holds; reading goes on behind it. */
        EntryId lastSettled();

        /**
         * Settles orders in the order of the list, in one transaction: the fence is checked and the last settled entry
         * moved on; a claim per buyer and sale is written, or found and the order rejected; orders and their first
         * event are written; the stock is lowered by what was sold, or the orders beyond it rejected. An order that was
         * rejected once, whatever became of it since, is rejected for the same reason. Rejections are written down with the
         * unit that the queue still has to release, and so are orders that were settled and are over. Entries up to {@link
         * #lastSettled} are passed over.
         *
         * <p>Fails with {@code Conflict} when another is the writer by now, with {@code Corrupt} when the database
         * refuses the data (nothing was written, and the writer may go on with less), with {@code Unavailable} or
         * {@code TimedOut} otherwise.
         */
        CompletionStage<Settlement> settle(List<QueueEntry.QueuedOrder> orders);

        /**
         * Writes a dead letter and moves the last settled entry past it, in one transaction; the reservation stays. Fails
         * as settle does.
         */
        CompletionStage<Void> writeDeadLetter(QueueEntry entry, String reason);

        /** The orders that an operator wants set aside, as of the take-over. */
        Set<OrderId> skipRequests();

        /**
         * Whether the tables still take orders: deletes the newest settled order of another buyer and inserts it again, in a
         * transaction that is rolled back. False when the database refuses that data, too; fails as settle does otherwise.
         */
        CompletionStage<Boolean> acceptsOrders(QueueEntry.QueuedOrder refused);

        /** Begins the next epoch of the shard and answers it. Fails as settle does. */
        CompletionStage<Epoch> nextEpoch();

        /** Gives up the connection; never fails. */
        CompletionStage<Void> close();
    }
}
