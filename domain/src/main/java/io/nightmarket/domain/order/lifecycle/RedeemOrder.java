package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRole.Duty;
import io.nightmarket.domain.shop.VoucherRepository;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Staff of a shop redeem its vouchers, and undo that for a while; operators and admins, those of any shop. */
public final class RedeemOrder {
    /** How long a redemption can be undone. */
    public static final Duration UNDO_WITHIN = Duration.ofMinutes(10);

    private final OrderRepository orders;
    private final VoucherRepository vouchers;
    private final ShopOwnership ownership;
    private final OrderTransitions transitions;
    private final OrderChanges changes;

    public RedeemOrder(
            OrderRepository orders,
            VoucherRepository vouchers,
            ShopOwnership ownership,
            OrderTransitions transitions,
            OrderChanges changes) {
        this.orders = orders;
        this.vouchers = vouchers;
        this.ownership = ownership;
        this.transitions = transitions;
        this.changes = changes;
    }

    /** The outcome. */
    public sealed interface Outcome {
        record Redeemed(Order order) implements Outcome {}

        /** The order is paid, and can be redeemed again. */
        record Undone(Order order) implements Outcome {}

        /** Nothing was there to be undone. */
        record NotUsed(Order order) implements Outcome {}

        /** It was redeemed more than {@link #UNDO_WITHIN} ago. */
        record TooLate() implements Outcome {}

        /** Used before, unpaid, cancelled, or its money is on the way back. */
        record NotPaid(Order order) implements Outcome {}

        /** There is none, or it is of another merchant's shop: one is answered as the other. */
        record NoSuchOrder() implements Outcome {}
    }

    /** Redeems the order. A second call finds it used. */
    public CompletionStage<Outcome> redeem(Session merchant, OrderId id) {
        return ifAllowed(
                merchant,
                id,
                () -> transitions
                        .apply(id, OrderTransition.REDEEM.by(merchant.user()))
                        .thenCompose(result -> outcome(result, Outcome.Redeemed::new, Outcome.NotPaid::new)));
    }

    /** Undoes a redemption, also that of another member of staff. */
    public CompletionStage<Outcome> undo(Session merchant, OrderId id, StaffAction action) {
        return ifAllowed(
                merchant,
                id,
                () -> transitions
                        .unredeem(id, UNDO_WITHIN, action)
                        .thenCompose(
                                result -> result.map(found -> outcome(found, Outcome.Undone::new, Outcome.NotUsed::new))
                                        .orElseGet(() -> CompletableFuture.completedStage(new Outcome.TooLate()))));
    }

    private CompletionStage<Outcome> ifAllowed(
            Session merchant, OrderId id, Supplier<CompletionStage<Outcome>> change) {
        return orders.find(id)
                .thenCompose(found -> found.filter(OrderProgress.Settled.class::isInstance)
                        .map(OrderProgress.Settled.class::cast)
                        .map(settled -> mayRedeem(merchant, settled.row()))
                        .orElseGet(() -> CompletableFuture.completedStage(false)))
                .thenCompose(may -> may ? change.get() : CompletableFuture.completedStage(new Outcome.NoSuchOrder()));
    }

    private CompletionStage<Boolean> mayRedeem(Session merchant, Order order) {
        return vouchers.find(order.voucher())
                .thenCompose(voucher -> voucher.flatMap(offered -> Optional.ofNullable(offered.shop()))
                        .map(shop -> ownership.mayActFor(merchant, shop, Duty.REDEEM))
                        .orElseGet(() -> CompletableFuture.completedStage(false)));
    }

    private CompletionStage<Outcome> outcome(
            OrderTransitions.Result result, Function<Order, Outcome> changed, Function<Order, Outcome> unchanged) {
        return switch (result) {
            case OrderTransitions.Result.Changed(var order, var _) ->
                changes.changed(List.of(order)).thenApply(_ -> changed.apply(order));
            case OrderTransitions.Result.Unchanged(var order) ->
                CompletableFuture.completedStage(unchanged.apply(order));
            case OrderTransitions.Result.NoSuchOrder _ -> CompletableFuture.completedStage(new Outcome.NoSuchOrder());
        };
    }
}
