package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Admission;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Where buyers are admitted and their orders wait for the database. Entries are delivered at least once, in order, to
 * a reader that goes on from the last one the database holds; an entry stays until it is acknowledged.
 *
 * <p>Every call has a time-out. It fails with {@code Unavailable} when nothing was done, and with {@code TimedOut} when
 * that is unknown.
 */
public interface OrderQueue {
    /** Buyers in one call; more would hold up the queue's server. */
    int MOST_AT_ONCE = 1_000;

    /** Begins to put a sale into the queue; several attempts may be under way. */
    CompletionStage<SaleOpening> beginOpening(FlashSale sale);

    /**
     * Gives a sale that the queue has the state and window that the database says, unless it was given those of a later
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
     * Forgets a sale that is over, its buyers included, unless orders wait that may be of it: then false, and nothing
     * that a buyer sees is changed. True, too, when the queue has no such sale. One atomic step.
     */
    CompletionStage<Boolean> remove(FlashSale sale);

    /**
     * Whether buyers who expect this epoch are admitted. Not so when the queue lost its data, or may have: it was emptied,
     * restarted, set back to an earlier state or replaced by a replica.
     */
    CompletionStage<Boolean> isOpen(Epoch epoch);

    /**
     * Begins this epoch: no buyer is admitted until {@link #unfence}. Fails with {@code Conflict} when the queue is of
     * a later epoch already. Atomic and idempotent, but for the epoch that is answered.
     */
    CompletionStage<Fenced> fence(Epoch epoch);

    /**
     * Forgets a sale whose contents can't be relied on, its buyers included; the next {@link SaleOpening} makes it
     * again. Only between {@link #fence} and {@link #unfence} of this epoch; fails with {@code Conflict} otherwise.
     */
    CompletionStage<Void> drop(Epoch epoch, VoucherId voucher);

    /**
     * Has entries from now on come after {@code lastSettled}, whatever the queue's clock says. Only between {@link #fence}
     * and {@link #unfence} of this epoch; fails with {@code Conflict} otherwise. Idempotent.
     */
    CompletionStage<Void> raise(Epoch epoch, EntryId lastSettled);

    /** The adjustments that were applied to a sale. */
    CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher);

    /**
     * Lets buyers in who expect this epoch, which began with {@link #fence}, and stays as it was when they are let in
     * already. Orders that wait stay. Entries from then on come after {@code lastSettled}, whatever the queue's clock says:
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
     * {@code Unavailable} while the shard is fenced, or of another epoch: then it is unknown what was lost.
     */
    CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer);

    /**
     * Some hundreds of the buyers who take part in a sale, by order. A walk from {@link BuyerSlice#END} on meets everybody who
     * takes part all the while, perhaps twice; who comes or goes meanwhile may be met or not.
     */
    CompletionStage<BuyerSlice> buyers(Shard shard, VoucherId voucher, long cursor);

    /** Works on all buyers of a sale, a slice after the other. */
    default CompletionStage<Void> eachBuyer(
            Shard shard, VoucherId voucher, Function<? super List<Purchase>, ? extends CompletionStage<?>> work) {
        return eachBuyer(shard, voucher, BuyerSlice.END, work);
    }

    private CompletionStage<Void> eachBuyer(
            Shard shard,
            VoucherId voucher,
            long cursor,
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work) {
        return buyers(shard, voucher, cursor)
                .thenCompose(slice -> (slice.buyers().isEmpty()
                                ? CompletableFuture.completedStage(null)
                                : work.apply(slice.buyers()))
                        .thenCompose(_ -> slice.next() == BuyerSlice.END
                                ? CompletableFuture.completedStage(null)
                                : eachBuyer(shard, voucher, slice.next(), work)));
    }

    /**
     * Some hundreds of the buyers admitted after a mark that this method answered, in the order of their admission. Other
     * marks, such as {@link BuyerMark#NONE} and those of an earlier opening, are answered the present end and no buyers:
     * who was admitted before is found by {@link #eachBuyer}. Fails with {@code Unavailable} without such a sale.
     */
    CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark);

    /** Which of these orders wait for the database. */
    CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders);

    /**
     * Appends orders of a sale once more that their buyers take part by and that do not wait: they were lost on their way to
     * the database. Answers how many were appended. One atomic step, also while the epoch is being prepared. Fails with
     * {@code Unavailable} when the shard is of another epoch.
     *
     * @param orders {@value #MOST_AT_ONCE} at most
     */
    CompletionStage<Integer> emitAgain(Epoch epoch, VoucherId voucher, List<Purchase> orders);

    /**
     * What this epoch's queue holds can't be relied on: from now on no buyer is admitted, as if it had lost its data.
     * Nothing happens when it is of another epoch. Repeating it is harmless.
     */
    CompletionStage<Void> distrust(Epoch epoch);

    /** Whose order this is, as long as it waits for the database. Fails as {@link #findOrder} does. */
    CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order);

    /**
     * Reads up to {@code max} entries after {@code after}, in order; waits up to {@code wait} for the first and answers
     * an empty list when there is none. One call at a time and shard.
     */
    CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait);

    /** Removes the entries up to and including {@code last}: the database holds them. Repeating it is harmless. */
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
