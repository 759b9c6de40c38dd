package io.nightmarket.bench.queue;

import java.io.IOException;
import java.util.Set;

/**
 * A kind of queue in the contest. Queues are numbered and empty at first.
 *
 * @param breaks the clauses that it is known not to keep
 * @param holder the recorded server that holds its orders; empty: the process that made them
 */
record Contestant(String name, Set<Clause> breaks, String holder, Maker<Feed> feeds, Maker<Consumer> consumers) {
    /** Makes an end of the queue of this number. */
    @FunctionalInterface
    interface Maker<T> {
        T of(int queue) throws IOException;
    }

    Contestant {
        breaks = Set.copyOf(breaks);
    }
}
