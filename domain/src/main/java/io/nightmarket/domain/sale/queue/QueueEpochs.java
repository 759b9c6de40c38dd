package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.shop.VoucherId;
import java.util.concurrent.CompletionStage;

/**
 * Closes and opens the shards of a queue. A queue that lost its data closes itself; only the writer of a shard begins an
 * epoch and opens it. Fails as {@link OrderQueue} does.
 */
public interface QueueEpochs {
    /**
     * Whether buyers who expect this epoch are admitted. Not so when the queue lost its data, or may have: it was emptied,
     * restarted, set back to an earlier state or replaced by a replica.
     */
    CompletionStage<Boolean> isOpen(Epoch epoch);

    /**
     * Begins this epoch: no buyer is admitted until {@link #open}. Fails with {@code Conflict} when the queue is of
     * a later epoch already. Atomic and idempotent, but for the epoch that is answered.
     */
    CompletionStage<BegunEpoch> beginEpoch(Epoch epoch);

    /**
     * Forgets a sale whose contents can't be relied on, its buyers included; the next {@link SaleOpening} makes it
     * again. Only between {@link #beginEpoch} and {@link #open} of this epoch; fails with {@code Conflict} otherwise.
     */
    CompletionStage<Void> drop(Epoch epoch, VoucherId voucher);

    /**
     * Has entries from now on come after {@code lastSettled}, whatever the queue's clock says. Only between {@link #beginEpoch}
     * and {@link #open} of this epoch; fails with {@code Conflict} otherwise. Idempotent.
     */
    CompletionStage<Void> raiseEntryIds(Epoch epoch, EntryId lastSettled);

    /**
     * Lets buyers in who expect this epoch, which began with {@link #beginEpoch}, and stays as it was when they are let in
     * already. Orders that wait stay. Entries from then on come after {@code lastSettled}, whatever the queue's clock says:
     * one that fell below it would pass for settled. Fails with {@code Conflict} when the queue is of another epoch or lost
     * its data meanwhile. One atomic step; repeating it is harmless.
     */
    CompletionStage<Void> open(Epoch epoch, EntryId lastSettled);

    /**
     * What this epoch's queue holds can't be relied on: from now on no buyer is admitted, as if it had lost its data.
     * Nothing happens when it is of another epoch. Repeating it is harmless.
     */
    CompletionStage<Void> close(Epoch epoch);
}
