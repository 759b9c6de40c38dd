package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.operation.SaleChanges.Answer;
import io.nightmarket.domain.sale.operation.SaleChanges.Concluded;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Changes a sale: its state in the database, then in the queue; its terms only when the queue allows it, written down in the
 * database before. What could not be ended fails as the queue did, and {@link MaintainSales} carries it on.
 */
public final class ChangeSale {
    private final SaleChanges changes;
    private final FlashSaleRepository sales;
    private final QueuedSales queue;
    private final Epochs epochs;
    private final PrepareSales preparation;
    private final Invalidation invalidation;
    private final Consumer<FlashSale> events;

    /** @param events takes each sale that was changed in the database */
    public ChangeSale(
            SaleChanges changes,
            FlashSaleRepository sales,
            QueuedSales queue,
            Epochs epochs,
            PrepareSales preparation,
            Invalidation invalidation,
            Consumer<FlashSale> events) {
        this.changes = changes;
        this.sales = sales;
        this.queue = queue;
        this.epochs = epochs;
        this.preparation = preparation;
        this.invalidation = invalidation;
        this.events = events;
    }

    /** Changes the state; of any sale. Repeating it is harmless. */
    public CompletionStage<ChangeOutcome> move(VoucherId voucher, SaleTransition transition, StaffAction action) {
        return transition == SaleTransition.WITHDRAW
                ? withdraw(voucher, action)
                : afterEarlier(() -> changes.move(voucher, transition, action));
    }

    private CompletionStage<ChangeOutcome> withdraw(VoucherId voucher, StaffAction action) {
        return changes.find(voucher)
                .thenCompose(found -> found.<CompletionStage<ChangeOutcome>>map(sale -> afterEarlier(
                                () -> changes.write(voucher, sale.sale().version(), sale.plan(), true, action)))
                        .orElse(CompletableFuture.completedStage(ChangeOutcome.Refusal.NO_SUCH_SALE)));
    }

    /** Gives the sale another plan, if it is still as it was seen. */
    public CompletionStage<ChangeOutcome> correct(SaleDetails seen, SalePlan plan, StaffAction action) {
        FlashSale sale = seen.sale();
        return afterEarlier(() -> changes.write(sale.voucher(), sale.version(), plan, false, action));
    }

    private CompletionStage<ChangeOutcome> afterEarlier(Supplier<CompletionStage<Answer>> call) {
        return call.get()
                .thenCompose(answer -> answer instanceof Answer.UnderWay(SaleChange earlier)
                        ? carryOn(earlier).thenCompose(_ -> call.get())
                        : CompletableFuture.completedStage(answer))
                .thenCompose(answer -> switch (answer) {
                    case Answer.Changed(FlashSale sale, var cache) ->
                        publish(sale, cache).thenApply(_ -> new ChangeOutcome.Changed(sale));
                    case Answer.Pending(SaleChange change) -> carryOn(change);
                    case Answer.UnderWay _ ->
                        CompletableFuture.failedStage(new Unavailable("another change of the sale is under way"));
                    case Answer.Refused(ChangeOutcome reason) -> CompletableFuture.completedStage(reason);
                });
    }

    /** Brings a pending change to its end, however far it has come. */
    CompletionStage<ChangeOutcome> carryOn(SaleChange change) {
        FlashSale wanted = change.sale();
        return epochs.call(
                        wanted.shard(),
                        epoch -> preparation
                                .withSale(
                                        wanted.voucher(),
                                        () -> queue.correct(epoch, change),
                                        decision -> decision == Decision.NO_SUCH_SALE,
                                        (decision, _) -> decision)
                                .thenCompose(decision -> changes.conclude(epoch, change, decision)))
                .thenCompose(end -> publish(end.sale(), end.cache()).thenApply(_ -> outcome(end)));
    }

    private static ChangeOutcome outcome(Concluded end) {
        return switch (end.decision()) {
            case APPLIED -> new ChangeOutcome.Changed(end.sale());
            case BEGUN -> ChangeOutcome.Refusal.BEGUN;
            case OVERTAKEN -> new ChangeOutcome.Differs(end.sale().version());
            case NO_SUCH_SALE -> ChangeOutcome.Refusal.ENDED;
        };
    }

    /** Gives a sale that the database has to all who hold its terms. */
    private CompletionStage<Void> publish(FlashSale sale, Optional<CacheChange> cache) {
        events.accept(sale);
        return cache.map(invalidation::apply)
                .orElse(CompletableFuture.completedStage(null))
                .thenCompose(_ -> preparation.prepare(sale.voucher()))
                // It may have been loaded from the database before this change.
                .thenCompose(_ -> queue.change(sale))
                .thenCompose(known -> known
                        ? sales.confirm(sale.voucher(), sale.version())
                        : CompletableFuture.<Void>completedStage(null));
    }
}
