package io.nightmarket.domain.cache;

/** The outcome of asking for the right to load a value. */
public sealed interface LoadTicket<V> {
    /**
     * The caller has the right to load: no other gets it until the ticket is used, released or expired. An invalidation
     * of the key makes it void.
     */
    record Granted<V>(String ticket) implements LoadTicket<V> {}

    /** Another caller has the right. */
    record Busy<V>() implements LoadTicket<V> {}

    /** There is another entry by now than the one that was seen. */
    record Found<V>(Cached<V> entry) implements LoadTicket<V> {
        /** Rejects a missing entry: a reader would ask again without end. */
        public Found {
            if (entry instanceof Cached.Missing<V>) {
                throw new IllegalArgumentException("a missing entry is none");
            }
        }
    }
}
