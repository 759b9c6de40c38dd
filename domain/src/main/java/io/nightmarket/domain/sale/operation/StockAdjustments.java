package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The stock adjustments of the database. Units come into the database before they come into the queue, and leave the
 * queue before they leave the database: a crash in between leaves units unsold for a while, and never units sold that
 * are not there.
 */
public interface StockAdjustments {
    /** The outcome of writing one down. */
    sealed interface Written {
        /** It stands; the earlier one when the sale has one of this name. */
        record Stands(StockAdjustment adjustment) implements Written {}

        record NoSuchSale() implements Written {}

        /** More units than the database can count. */
        record TooMany() implements Written {}
    }

    /**
     * Writes an adjustment down as pending, unless the sale has one of this name. One that adds units raises issued and
     * stock in the same transaction.
     */
    CompletionStage<Written> write(long id, VoucherId voucher, String name, long units);

    /**
     * The queue has it: writes it down as done. One that takes units away lowers issued and stock in the same
     * transaction. Repeating it is harmless. Fails with {@code Conflict} when the database has fewer units than the
     * queue gave up, and with {@code Unavailable} when the shard is of another epoch by now.
     *
     * @param epoch in which the queue took it; a later one's queue was made without what the database did not know
     */
    CompletionStage<Void> finish(Epoch epoch, StockAdjustment adjustment);

    /**
     * The queue can't give up the units: writes it down as refused. Repeating it is harmless. Fails with
     * {@code Unavailable} when the shard is of another epoch by now.
     *
     * @param epoch in which the queue refused it; it forgets that with the epoch
     */
    CompletionStage<Void> refuse(Epoch epoch, StockAdjustment adjustment);

    /** Pending ones whose id is above {@code after}, by id, {@code max} at most. */
    CompletionStage<List<StockAdjustment>> pending(long after, int max);
}
