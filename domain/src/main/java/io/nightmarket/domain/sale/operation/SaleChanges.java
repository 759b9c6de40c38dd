package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The changes of sales in the database, each with its audit entry in one transaction. Versions grow above all that a sale ever
 * had, even those that were lost with the last commits.
 */
public interface SaleChanges {
    /** The outcome of a call. */
    sealed interface Answer {
        /**
         * The database has it.
         *
         * @param cache the change of the vouchers that shoppers see, if they see it
         */
        record Changed(FlashSale sale, Optional<CacheChange> cache) implements Answer {}

        /** The change is written down, for the queue to decide. */
        record Pending(SaleChange change) implements Answer {}

        /** Another change is under way; nothing was done. */
        record UnderWay(SaleChange earlier) implements Answer {}

        record Refused(ChangeOutcome reason) implements Answer {}
    }

    /** How a change ended, and the sale as it is then. */
    record Concluded(FlashSale sale, Decision decision, Optional<CacheChange> cache) {}

    /** A sale with its texts and price, drafts included. */
    CompletionStage<Optional<SaleDetails>> find(VoucherId voucher);

    /**
     * Gives the sale the state that a transition leads to, and a new version, also when it has that state. Only a pause is allowed
     * while a change is under way. A window that doesn't begin before it ends is answered as one of a second.
     */
    CompletionStage<Answer> move(VoucherId voucher, SaleTransition transition, StaffAction action);

    /**
     * Changes a draft, or writes the change of another sale down as pending.
     *
     * @param seen the version that the sale still must have
     * @param withdraw whether the sale becomes a draft
     */
    CompletionStage<Answer> write(VoucherId voucher, long seen, SalePlan plan, boolean withdraw, StaffAction action);

    /**
     * Ends a change as the queue decided, once; repeating it answers the first end. A new price that the queue allowed is refused as
     * {@code BEGUN} when the sale begins within {@link SaleChange#PRICE_LEAD} by the database's clock. Fails with
     * {@code Unavailable} when the shard is of another epoch by now, or when the database lost the change.
     *
     * @param epoch in which the queue decided
     */
    CompletionStage<Concluded> conclude(Epoch epoch, SaleChange change, Decision decision);

    /** Pending ones of sales with ids above {@code after}, by id, {@code max} at most. */
    CompletionStage<List<SaleChange>> pending(long after, int max);
}
