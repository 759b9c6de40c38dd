package io.nightmarket.chaos.client;

/**
 * What became of an order?
 *
 * @param buyer from 0
 * @param order that the buyer was told; 0 when it was told none
 */
public record Question(int buyer, long order) {
    String query() {
        return order == 0 ? "" : "?order=" + order;
    }
}
