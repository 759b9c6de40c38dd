package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A shopper buys an ordinary voucher: without stock, as often as wanted. */
public final class BuyVoucher {
    private final OrdinaryOrders orders;
    private final OrderChanges changes;
    private final IdGenerator ids;

    public BuyVoucher(OrdinaryOrders orders, OrderChanges changes, IdGenerator ids) {
        this.orders = orders;
        this.changes = changes;
        this.ids = ids;
    }

    /** The id under which {@link #buy} may be asked again. */
    public CompletionStage<OrderId> nextId() {
        return ids.next().thenApply(OrderId::new);
    }

    /** Writes the order, once per id. */
    public CompletionStage<OrdinaryOrders.Outcome> buy(OrderId id, UserId buyer, VoucherId voucher) {
        Purchase purchase = new Purchase(id, voucher, buyer);
        return orders.write(purchase)
                .thenCompose(outcome -> outcome == OrdinaryOrders.Outcome.WRITTEN
                        ? changes.placed(List.of(purchase)).thenApply(_ -> outcome)
                        : CompletableFuture.completedStage(outcome));
    }
}
