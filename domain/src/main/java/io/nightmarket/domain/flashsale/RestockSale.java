package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.flashsale.StockAdjustments.Written;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.UnitsAdded;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator puts more units on sale, or takes unsold ones away, while the sale runs. */
public final class RestockSale {
    private final StockAdjustments adjustments;
    private final OrderQueue queue;
    private final PrepareSales preparation;
    private final IdGenerator ids;

    public RestockSale(StockAdjustments adjustments, OrderQueue queue, PrepareSales preparation, IdGenerator ids) {
        this.adjustments = adjustments;
        this.queue = queue;
        this.preparation = preparation;
        this.ids = ids;
    }

    /** What came of it. */
    public sealed interface Outcome {
        /** Books and queue have it, by this call or by an earlier one of the same name. */
        record Done(StockAdjustment adjustment) implements Outcome {}

        /** The units to be taken away are sold. */
        record BelowSold() implements Outcome {}

        /** The name was used before, for another number of units. */
        record NameTaken(long units) implements Outcome {}

        record TooMany() implements Outcome {}

        record NoSuchSale() implements Outcome {}
    }

    /**
     * Adjusts the stock, once for each name and sale. When the queue can't be told now this fails as the queue did; asking
     * again, or {@link KeepSales}, carries it on.
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
            case PENDING ->
                apply(adjustment)
                        .thenCompose(added -> added == UnitsAdded.NO_SUCH_SALE
                                ? prepareAndApply(adjustment)
                                : conclude(adjustment, added));
        };
    }

    private CompletionStage<UnitsAdded> apply(StockAdjustment adjustment) {
        return queue.addUnits(adjustment.shard(), adjustment.voucher(), adjustment.id(), adjustment.units());
    }

    private CompletionStage<Outcome> prepareAndApply(StockAdjustment adjustment) {
        return preparation.prepare(adjustment.voucher()).thenCompose(preparation -> switch (preparation) {
            case READY -> apply(adjustment).thenCompose(added -> conclude(adjustment, added));
            case OVER -> concludeInBooks(adjustment);
            case NO_SUCH_SALE -> conclude(adjustment, UnitsAdded.NO_SUCH_SALE);
        });
    }

    /** Nobody buys any more: the books alone count. */
    private CompletionStage<Outcome> concludeInBooks(StockAdjustment adjustment) {
        return conclude(adjustment, UnitsAdded.APPLIED).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            return cause instanceof Conflict
                    ? conclude(adjustment, UnitsAdded.TOO_FEW)
                    : CompletableFuture.failedStage(cause);
        });
    }

    private CompletionStage<Outcome> conclude(StockAdjustment adjustment, UnitsAdded added) {
        return switch (added) {
            case APPLIED -> adjustments.finish(adjustment).thenApply(_ -> new Outcome.Done(adjustment));
            case TOO_FEW -> adjustments.refuse(adjustment).thenApply(_ -> new Outcome.BelowSold());
            case NO_SUCH_SALE -> answer(new Outcome.NoSuchSale());
        };
    }

    private static CompletionStage<Outcome> answer(Outcome outcome) {
        return CompletableFuture.completedStage(outcome);
    }
}
