package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The sales that a queue holds: loaded from the database, changed, removed. Fails as {@link OrderQueue} does. */
public interface QueuedSales {
    /** More than lies between the number that a caller knows of and that of a buyer who joined meanwhile. */
    Duration JOINED_SINCE = Duration.ofMinutes(2);

    /** Begins to put a sale into the queue; several attempts may be under way. */
    CompletionStage<SaleOpening> beginOpening(FlashSale sale);

    /**
     * Gives a sale that the queue has the state and window that the database says, unless it was given those of a later
     * version before. False when the queue has no such sale. One atomic step; repeating it is harmless.
     */
    CompletionStage<Boolean> change(FlashSale sale);

    /**
     * Decides on a change of a sale by the queue's clock, and gives the sale its state, window and version when it is allowed: a
     * begin can be moved until it has come, an end at any time. A change that was applied is answered so again in this
     * epoch. One atomic step. Fails with {@code Unavailable} while the shard is closed, or of another epoch.
     */
    CompletionStage<Decision> correct(Epoch epoch, SaleChange change);

    /**
     * Changes the free units of a sale, once for each adjustment: with one that was applied before nothing changes. Never
     * leaves fewer than 0: then the adjustment is refused, and stays so in this epoch, whatever units come back. One atomic
     * step. Fails with {@code Unavailable} while the shard is closed, or of another epoch.
     *
     * @param units more, or fewer when negative
     */
    CompletionStage<UnitsChanged> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units);

    /**
     * Forgets a sale that is over, its buyers included, unless orders wait that may be of it: then false, and nothing
     * that a buyer sees is changed. True, too, when the queue has no such sale. One atomic step.
     */
    CompletionStage<Boolean> remove(FlashSale sale);

    /**
     * Holds all units of a sale for its waitlist, or ends that unless a buyer with a higher number joined since; so a
     * late call ends no hold of a later buyer. False when the queue has no such sale. One atomic step; repeating it
     * is harmless. Fails with {@code Unavailable} while the shard is closed, or of another epoch. A hold by a number
     * that is greater by more than {@link #JOINED_SINCE} is of a clock that went back, and ends.
     *
     * @param number the number of the last buyer whom the caller knows of: epoch microseconds
     * @param waiting whether buyers wait
     */
    CompletionStage<Boolean> holdForWaitlist(Epoch epoch, VoucherId voucher, long number, boolean waiting);

    /**
     * The units of a sale for buyers who don't wait for one: 0 while they are held for the waitlist; nothing when the queue has
     * no such sale. Fails as {@link #holdForWaitlist} does.
     */
    CompletionStage<Optional<Long>> availableUnits(Epoch epoch, VoucherId voucher);

    /** Whether {@link #availableUnits} are 0. */
    default CompletionStage<Optional<Boolean>> isSoldOut(Epoch epoch, VoucherId voucher) {
        return availableUnits(epoch, voucher).thenApply(available -> available.map(units -> units == 0));
    }
}
