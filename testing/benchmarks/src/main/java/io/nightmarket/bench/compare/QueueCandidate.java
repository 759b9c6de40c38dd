package io.nightmarket.bench.compare;

import java.io.IOException;
import java.util.List;

/**
 * A kind of queue of orders. Queues are numbered and empty at first; so are orders, from 1 on.
 *
 * @param server the embedded server that holds its orders
 * @param knownLoss orders that it is known to lose when {@link Crash} meets it
 */
record QueueCandidate(String name, String server, int knownLoss, Producer producer, Consumers consumers) {
    /** Puts orders into a queue. Blocks. */
    @FunctionalInterface
    interface Producer {
        void put(int queue, List<Long> orders) throws IOException;
    }

    /** Opens a consumer, which gets what is put in from then on, and what was there where the queue keeps it. */
    @FunctionalInterface
    interface Consumers {
        Consumer of(int queue) throws IOException;
    }

    /** One who takes orders out. Blocks. */
    @FunctionalInterface
    interface Consumer {
        /** The next orders, up to the limit; none when none comes for a moment. */
        List<Long> take(int limit) throws IOException;

        /** All that this one took is done with. */
        default void acknowledge() throws IOException {}
    }

    @Override
    public String toString() {
        return name;
    }
}
