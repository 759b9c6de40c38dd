package io.nightmarket.chaos.check;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What the queue has of a sale and of its shard.
 *
 * @param free units; empty when it does not know the sale
 * @param buyers user to order
 * @param waiting entries in the stream
 * @param queued orders that are answered to wait
 */
public record QueueState(OptionalLong free, Map<Long, Long> buyers, long waiting, long queued) {
    public QueueState {
        buyers = Map.copyOf(buyers);
    }

    /** Whether nothing is on its way. */
    public boolean isDrained() {
        return free.isPresent() && waiting == 0 && queued == 0;
    }
}
