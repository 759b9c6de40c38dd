package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.operation.ChangeOutcome.Refusal;
import io.nightmarket.domain.sale.queue.QueueAudit;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRole.Duty;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The staff of a shop plan, correct, pause and see its sales. */
public final class PlanSales {
    private final SaleChanges changes;
    private final FlashSaleRepository sales;
    private final QueueAudit queue;
    private final ShopOwnership ownership;
    private final ChangeSale changing;
    private final CreateFlashSale creating;
    private final Clock clock;

    public PlanSales(
            SaleChanges changes,
            FlashSaleRepository sales,
            QueueAudit queue,
            ShopOwnership ownership,
            ChangeSale changing,
            CreateFlashSale creating,
            Clock clock) {
        this.changes = changes;
        this.sales = sales;
        this.queue = queue;
        this.ownership = ownership;
        this.changing = changing;
        this.creating = creating;
        this.clock = clock;
    }

    /** The outcome of a look at a sale, or of a copy. */
    public sealed interface Outcome {
        /**
         * The sale.
         *
         * @param queued what the queue holds of it; empty when the queue has no such sale or does not answer
         */
        record Shown(SaleDetails details, SaleWindow.Phase phase, SaleTally tally, Optional<QueueCount> queued)
                implements Outcome {}

        record Copied(CreateFlashSale.Outcome copy) implements Outcome {}

        record Refused(Refusal reason) implements Outcome {}
    }

    /** Shows a sale with its numbers; also to those who read all. */
    public CompletionStage<Outcome> show(Session actor, VoucherId voucher) {
        return asStaff(actor, voucher, actor.role() == Role.AUDITOR, Outcome.Refused::new, this::show);
    }

    private CompletionStage<Outcome> show(SaleDetails found) {
        return queue.count(found.sale().shard(), found.sale().voucher())
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()))
                .thenCombine(
                        sales.tally(found.sale().voucher()),
                        (queued, tally) ->
                                new Outcome.Shown(found, found.plan().window().phase(clock.instant()), tally, queued));
    }

    /** Makes a draft of the same sale at another time. */
    public CompletionStage<Outcome> copy(Session actor, VoucherId voucher, SaleWindow window) {
        return asStaff(actor, voucher, false, Outcome.Refused::new, found -> {
            ShopId shop = found.shop();
            return shop == null
                    ? CompletableFuture.completedStage(new Outcome.Refused(Refusal.NO_SUCH_SALE))
                    : creating.create(actor, found.copy(shop, window)).thenApply(Outcome.Copied::new);
        });
    }

    /** As {@link ChangeSale#move}; a draft whose time has passed is not published. */
    public CompletionStage<ChangeOutcome> move(
            Session actor, VoucherId voucher, SaleTransition transition, StaffAction action) {
        return asStaff(
                actor,
                voucher,
                false,
                reason -> reason,
                found -> transition == SaleTransition.PUBLISH && hasEnded(found.plan())
                        ? CompletableFuture.completedStage(Refusal.ENDED)
                        : changing.move(voucher, transition, action));
    }

    /**
     * Corrects a sale of this version.
     *
     * @param correction gives the new plan for the present one
     */
    public CompletionStage<ChangeOutcome> correct(
            Session actor, VoucherId voucher, long version, UnaryOperator<SalePlan> correction, StaffAction action) {
        return asStaff(
                actor,
                voucher,
                false,
                reason -> reason,
                found -> found.sale().version() == version
                        ? changing.correct(found, correction.apply(found.plan()), action)
                        : CompletableFuture.completedStage(
                                new ChangeOutcome.Differs(found.sale().version())));
    }

    private boolean hasEnded(SalePlan plan) {
        return plan.window().phase(clock.instant()) == SaleWindow.Phase.ENDED;
    }

    private <T> CompletionStage<T> asStaff(
            Session actor,
            VoucherId voucher,
            boolean mayAnyway,
            Function<Refusal, T> refused,
            Function<SaleDetails, CompletionStage<T>> work) {
        return changes.find(voucher).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedStage(refused.apply(Refusal.NO_SUCH_SALE));
            }
            return mayRun(actor, found.get().shop())
                    .thenCompose(may -> may || mayAnyway
                            ? work.apply(found.get())
                            : CompletableFuture.completedStage(refused.apply(Refusal.FORBIDDEN)));
        });
    }

    private CompletionStage<Boolean> mayRun(Session actor, @Nullable ShopId shop) {
        return shop == null
                ? CompletableFuture.completedStage(actor.role() == Role.ADMIN || actor.role() == Role.OPERATOR)
                : ownership.mayActFor(actor, shop, Duty.RUN_SALES);
    }
}
