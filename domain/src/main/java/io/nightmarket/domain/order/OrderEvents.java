package io.nightmarket.domain.order;

import java.util.List;

/** Word to whoever waits for orders. */
@FunctionalInterface
public interface OrderEvents {
    /** A hint that may be lost: these orders stand in the books. Never throws. */
    void settled(List<OrderId> orders);
}
