package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Admission;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Where buyers are admitted and their orders wait for the books. Entries are delivered at least once, in order, to
 * whoever reads on from the last one that the books hold; an entry stays until it is acknowledged.
 *
 * <p>Every call has a time-out. It fails with {@code Unavailable} when nothing was done, and with {@code TimedOut} when
 * that is unknown.
 */
public interface OrderQueue {
    /** Buyers in one call; more would hold up the queue's server. */
    int MOST_AT_ONCE = 1_000;

    /**
     * Puts a sale into the queue: its state and window, as many free units as the books have in stock, and the buyers
     * whose rights are used up. A sale that is there already keeps its units and buyers, which the queue knows better
     * than the books, and takes over state and window. One atomic step as seen by buyers.
     */
    CompletionStage<Void> open(SaleSnapshot snapshot);

    /**
     * Gives a sale that the queue has the state and window that the books say, unless it was given those of a later
     * version before. False when the queue has no such sale. One atomic step; repeating it is harmless.
     */
    CompletionStage<Boolean> adjust(FlashSale sale);

    /**
     * Changes the free units of a sale, once for each adjustment: with one that was applied before nothing changes. Never
     * leaves fewer than 0: then the adjustment is refused, and stays so in this epoch, whatever units come back. One atomic
     * step. Fails with {@code Unavailable} while the shard is fenced, or of another epoch.
     *
     * @param units more, or fewer when negative
     */
    CompletionStage<UnitsAdded> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units);

    /**
     * Forgets a sale that is over, its buyers included, unless the books still lack orders that may be of it: then false,
     * and nothing is changed. True, too, when the queue has no such sale. One atomic step.
     */
    CompletionStage<Boolean> remove(FlashSale sale);

    /**
     * Whether buyers who expect this epoch are admitted. Not so when the queue lost its data, or may have: it was emptied,
     * restarted, set back to an earlier state or replaced by a replica.
     */
    CompletionStage<Boolean> isOpen(Epoch epoch);

    /**
     * Begins this epoch: nobody is admitted, and no other than this rebuilding can go on, until {@link #unfence}. Answers
     * an id that no entry ever appended is behind, as far as the queue knows. Fails with {@code Conflict} when it is of a
     * later epoch already. One atomic step; repeating it is harmless.
     */
    CompletionStage<EntryId> fence(Epoch epoch);

    /**
     * As {@link #open}, of a sale that is there, too: whatever the queue knows of it is forgotten. Only between
     * {@link #fence} and {@link #unfence} of this epoch; fails with {@code Conflict} otherwise, also when the queue lost
     * its data meanwhile.
     */
    CompletionStage<Void> rebuild(Epoch epoch, SaleSnapshot snapshot);

    /**
     * Lets buyers in who expect this epoch, which began with {@link #fence}, and stays as it was when they are let in
     * already; no entries may wait. Entries from then on come after {@code lastSettled}, whatever the queue's clock says:
     * one that fell below it would pass for settled. Fails with {@code Conflict} when the queue is of another epoch or lost
     * its data meanwhile. One atomic step; repeating it is harmless.
     */
    CompletionStage<Void> unfence(Epoch epoch, EntryId lastSettled);

    /**
     * For each buyer of one sale, in their order: checks the sale's state and window by the queue's own clock, that the
     * buyer has no order of it and that a unit is free; then reserves the unit, remembers the buyer and appends the
     * order. All in ONE atomic step, that answers each buyer after it was made as durable as the queue is configured to.
     *
     * <p>Asking again is harmless: a buyer whose order bears the id of the request, or was asked for with the same
     * request key, is {@code Accepted} with that order; one with another order has {@code AlreadyBought}. Fails with
     * {@code Unavailable} while the shard is fenced, or of another epoch.
     *
     * @param requests {@value #MOST_AT_ONCE} at most
     */
    CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests);

    /**
     * The order by which this buyer takes part in a sale, from its admission until it was given back. Fails with
     * {@code Unavailable} while the shard is fenced, or of another epoch: then nobody knows what was lost.
     */
    CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer);

    /**
     * Names every buyer who takes part in a sale, and the order, in slices of {@value #MOST_AT_ONCE} at most. Somebody may
     * be named twice; who comes or goes meanwhile may be named or not. A slice comes when the work on the one before has
     * ended.
     */
    CompletionStage<Void> eachBuyer(
            Shard shard, VoucherId voucher, Function<? super List<Purchase>, ? extends CompletionStage<?>> work);

    /**
     * Appends orders of a sale once more that their buyers take part by and that do not wait: they were lost on their way to
     * the books. Answers how many were appended. One atomic step. Fails with {@code Unavailable} while the shard is fenced,
     * or of another epoch.
     *
     * @param orders {@value #MOST_AT_ONCE} at most
     */
    CompletionStage<Integer> emitAgain(Epoch epoch, VoucherId voucher, List<Purchase> orders);

    /**
     * What this epoch's queue holds can't be relied on: from now on nobody is admitted, as if it had lost its data. Nothing
     * happens when it is of another epoch. Repeating it is harmless.
     */
    CompletionStage<Void> distrust(Epoch epoch);

    /** Whose order this is, as long as it waits for the books. Fails as {@link #findOrder} does. */
    CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order);

    /**
     * Reads up to {@code max} entries after {@code after}, in order; waits up to {@code wait} for the first and answers
     * an empty list when there is none. One call at a time and shard.
     */
    CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait);

    /** Removes the entries up to and including {@code last}: the books hold them. Repeating it is harmless. */
    CompletionStage<Void> acknowledge(Shard shard, EntryId last);

    /**
     * Frees the unit that was reserved for this order and forgets its buyer, unless the buyer is remembered with
     * another order by now or not at all. True when it freed one: at most once per order. One atomic step.
     */
    CompletionStage<Boolean> giveBack(Shard shard, Purchase purchase);

    /** How many units of a sale are free, if the queue knows the sale. */
    CompletionStage<Optional<Long>> free(Shard shard, VoucherId voucher);

    /** What the queue holds of a sale, if it knows the sale. One atomic step. */
    CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher);
}
