package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRole.Duty;
import io.nightmarket.domain.shop.VoucherRepository;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A merchant redeems a voucher of their own shop; an admin, of any shop. */
public final class RedeemOrder {
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

        /** Used before, unpaid, cancelled, or its money is on the way back. */
        record NotPaid(Order order) implements Outcome {}

        /** There is none, or it is of another merchant's shop: one is answered as the other. */
        record NoSuchOrder() implements Outcome {}
    }

    /** Redeems the order. A second call finds it used. */
    public CompletionStage<Outcome> redeem(Session merchant, OrderId id) {
        return orders.find(id)
                .thenCompose(found -> found.filter(OrderProgress.Settled.class::isInstance)
                        .map(OrderProgress.Settled.class::cast)
                        .map(settled -> mayRedeem(merchant, settled.row()))
                        .orElseGet(() -> CompletableFuture.completedStage(false)))
                .thenCompose(may -> may
                        ? transitions.apply(id, OrderTransition.REDEEM).thenCompose(this::outcome)
                        : CompletableFuture.completedStage(new Outcome.NoSuchOrder()));
    }

    private CompletionStage<Boolean> mayRedeem(Session merchant, Order order) {
        return vouchers.find(order.voucher())
                .thenCompose(voucher -> voucher.flatMap(offered -> Optional.ofNullable(offered.shop()))
                        .map(shop -> ownership.mayActFor(merchant, shop, Duty.REDEEM))
                        .orElseGet(() -> CompletableFuture.completedStage(false)));
    }

    private CompletionStage<Outcome> outcome(OrderTransitions.Result result) {
        return switch (result) {
            case OrderTransitions.Result.Changed(var order, var _) ->
                changes.changed(List.of(order)).thenApply(_ -> new Outcome.Redeemed(order));
            case OrderTransitions.Result.Unchanged(var order) ->
                CompletableFuture.completedStage(new Outcome.NotPaid(order));
            case OrderTransitions.Result.NoSuchOrder _ -> CompletableFuture.completedStage(new Outcome.NoSuchOrder());
        };
    }
}
