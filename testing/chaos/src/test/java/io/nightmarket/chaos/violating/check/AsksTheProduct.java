package io.nightmarket.chaos.violating.check;

import io.nightmarket.domain.order.OrderId;

/** A judge that believes what the product believes. */
public final class AsksTheProduct {
    private final OrderId order = new OrderId(1);

    public long order() {
        return order.value();
    }
}
