package io.nightmarket.chaos.client;

import io.nightmarket.chaos.history.Event;

/**
 * What became of an order?
 *
 * @param buyer from 0
 * @param order that the buyer was told; 0 when it was told none
 */
public record Question(int buyer, long order) {
    String query() {
        return Event.naming(order);
    }
}
