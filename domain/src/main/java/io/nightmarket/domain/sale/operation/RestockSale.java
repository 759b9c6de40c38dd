package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.operation.PrepareSales.Preparation;
import io.nightmarket.domain.sale.operation.StockAdjustments.Written;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.shop.VoucherId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator puts more units on sale, or takes unsold ones away, while the sale runs. */
public final class RestockSale {
    private final StockAdjustments adjustments;
    private final QueuedSales queue;
    private final Epochs epochs;
    private final PrepareSales preparation;
    private final IdGenerator ids;

    public RestockSale(
            StockAdjustments adjustments, QueuedSales queue, Epochs epochs, PrepareSales preparation, IdGenerator ids) {
        this.adjustments = adjustments;
        this.queue = queue;
        this.epochs = epochs;
        this.preparation = preparation;
        this.ids = ids;
    }

    /** The outcome. */
    public sealed interface Outcome {
        /** Database and queue have it, by this call or by an earlier one of the same name. */
        record Done(StockAdjustment adjustment) implements Outcome {}

        /** The units to be taken away are sold. */
        record BelowSold() implements Outcome {}

        /** The name was used before, for another number of units. */
        record NameTaken(long units) implements Outcome {}

        record TooMany() implements Outcome {}

        record NoSuchSale() implements Outcome {}
    }

    /**
     * Adjusts the stock, once for each name and sale. When the queue can't be changed now this fails as the queue did;
     * asking again, or {@link MaintainSales}, carries it on.
     *
     * @param name the operator's own name for this adjustment
     * @param units more, or fewer when negative; not 0
     */
    public CompletionStage<Outcome> restock(VoucherId voucher, String name, long units) {
        return ids.next()
                .thenCompose(id -> adjustments.write(id, voucher, name, units))
                .thenCompose(written -> switch (written) {
                    case Written.NoSuchSale _ -> answer(new Outcome.NoSuchSale());
                    case Written.TooMany _ -> answer(new Outcome.TooMany());
                    case Written.Stands(StockAdjustment adjustment) ->
                        adjustment.units() == units
                                ? carryOn(adjustment)
                                : answer(new Outcome.NameTaken(adjustment.units()));
                });
    }

    /** Brings an adjustment to its end, however far it has come. */
    CompletionStage<Outcome> carryOn(StockAdjustment adjustment) {
        return switch (adjustment.state()) {
            case DONE -> answer(new Outcome.Done(adjustment));
            case REFUSED -> answer(new Outcome.BelowSold());
            case PENDING -> epochs.call(adjustment.shard(), epoch -> carryOn(epoch, adjustment));
        };
    }

    private CompletionStage<Outcome> carryOn(Epoch epoch, StockAdjustment adjustment) {
        return preparation
                .withSale(
                        adjustment.voucher(),
                        () -> queue.addUnits(epoch, adjustment.voucher(), adjustment.id(), adjustment.units()),
                        added -> added == UnitsChanged.NO_SUCH_SALE,
                        // After the sale only the database counts.
                        (added, prepared) -> prepared == Preparation.OVER ? UnitsChanged.APPLIED : added)
                .thenCompose(added -> conclude(epoch, adjustment, added));
    }

    private CompletionStage<Outcome> conclude(Epoch epoch, StockAdjustment adjustment, UnitsChanged added) {
        return switch (added) {
            case APPLIED -> finish(epoch, adjustment);
            case TOO_FEW -> refuse(epoch, adjustment);
            case NO_SUCH_SALE -> answer(new Outcome.NoSuchSale());
        };
    }

    /** The database has the last word: a queue that gave up units which it lacks holds another sale. */
    private CompletionStage<Outcome> finish(Epoch epoch, StockAdjustment adjustment) {
        return adjustments
                .finish(epoch, adjustment)
                .<Outcome>thenApply(_ -> new Outcome.Done(adjustment))
                .exceptionallyCompose(failure -> {
                    Throwable cause = DomainFailure.causeOf(failure);
                    return cause instanceof Conflict ? refuse(epoch, adjustment) : CompletableFuture.failedStage(cause);
                });
    }

    private CompletionStage<Outcome> refuse(Epoch epoch, StockAdjustment adjustment) {
        return adjustments.refuse(epoch, adjustment).thenApply(_ -> new Outcome.BelowSold());
    }

    private static CompletionStage<Outcome> answer(Outcome outcome) {
        return CompletableFuture.completedStage(outcome);
    }
}
