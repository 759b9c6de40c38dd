package io.nightmarket.domain.cache;

/** What comes of asking for the right to load a value. */
public sealed interface Claim<V> {
    /**
     * The right is the caller's, for a while: no other gets it until it is used, given back or has ended. It is void
     * from the moment that the key is evicted.
     */
    record Granted<V>(String lease) implements Claim<V> {}

    /** Another has the right. */
    record Busy<V>() implements Claim<V> {}

    /** There is another entry by now than the one that was seen. */
    record Found<V>(Cached<V> entry) implements Claim<V> {
        /** Refuses to have found nothing: a reader would ask again without end. */
        public Found {
            if (entry instanceof Cached.Missing<V>) {
                throw new IllegalArgumentException("a missing entry is none");
            }
        }
    }
}
