package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The waitlists of sales in the database. Numbers of a sale grow in the order in which its buyers joined, also beyond those that
 * were lost with the last commits.
 */
public interface Waitlist {
    /** The position that is answered to all who stand further back: counting all before would cost more the longer the list is. */
    int MAX_POSITION = 1_000;

    /** The place of a buyer in the waitlist of a sale. */
    sealed interface WaitlistPlace {
        /**
         * The buyer waits.
         *
         * @param number in this sale
         * @param position 1 for the next; {@link #MAX_POSITION} for this place and all behind it
         */
        record InLine(long number, long position) implements WaitlistPlace {}

        record NotInLine() implements WaitlistPlace {}

        /** The buyer does not wait, and the sale is over by the database's clock, or was called off. */
        record Over() implements WaitlistPlace {}

        /** As many wait as may. */
        record Full() implements WaitlistPlace {}

        /** There is no such sale, or it was made without a waitlist. */
        record NoWaitlist() implements WaitlistPlace {}
    }

    /**
     * A sale whose waitlist was joined.
     *
     * @param last number that a buyer joined with
     * @param number no buyer with a number up to this one joins any more; it is not below the last
     * @param over whether the sale ended by the database's clock, or was called off
     */
    record WaitingSale(VoucherId voucher, Shard shard, long last, long number, boolean over) {}

    /**
     * A buyer who waits.
     *
     * @param purchase the order by which the buyer is offered a unit
     * @param decided whether the database has the order, or its rejection
     */
    record Entry(long number, Purchase purchase, boolean decided) {}

    /**
     * Joins at the end, also of a sale that ended; one that was called off is {@code Over}. A buyer who waits already keeps the place and the order.
     *
     * @param max how many may wait
     */
    CompletionStage<WaitlistPlace> join(Purchase purchase, int max);

    /** Where the buyer stands; never {@code Full}. */
    CompletionStage<WaitlistPlace> find(VoucherId voucher, UserId buyer);

    /** Gives up the buyer's place, if there is one. */
    CompletionStage<Void> leave(VoucherId voucher, UserId buyer);

    /** Sales whose waitlist was joined and not closed since, and whose id is above {@code after}; by id, {@code max} at most. */
    CompletionStage<List<WaitingSale>> sales(long after, int max);

    /** The users who wait with a number above {@code after}, in the order of their numbers; {@code max} at most. */
    CompletionStage<List<Entry>> next(VoucherId voucher, long after, int max);

    /** Removes these entries. Repeating it is harmless. */
    CompletionStage<Void> remove(VoucherId voucher, List<Entry> entries);

    /** Removes all who wait for a sale that is over. */
    CompletionStage<Void> close(VoucherId voucher);
}
