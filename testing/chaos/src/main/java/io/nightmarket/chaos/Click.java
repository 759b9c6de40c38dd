package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Event;

/**
 * A click that somebody will make.
 *
 * @param buyer from 0
 * @param due milliseconds from the begin
 * @param node that is asked first
 * @param key the buyer's own name for the click; empty when there is none
 * @param durable whether the buyer waits until the order is written
 */
record Click(int buyer, int due, int node, String key, boolean durable) {
    String query() {
        return durable ? "?ack=durable" : "";
    }

    /** For the history. */
    String how() {
        return (durable ? Event.DURABLE : "")
                + (durable && !key.isEmpty() ? ", " : "")
                + (key.isEmpty() ? "" : "key " + key);
    }
}
