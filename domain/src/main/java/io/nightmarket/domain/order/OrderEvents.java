package io.nightmarket.domain.order;

/** Word of what the books made of orders, to whoever waits for them. */
@FunctionalInterface
public interface OrderEvents {
    /** A hint that may be lost: the books have this. Never throws. */
    void settled(Settlement settlement);
}
