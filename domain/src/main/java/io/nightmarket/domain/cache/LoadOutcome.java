package io.nightmarket.domain.cache;

/** The outcome of an attempt to load a key. */
sealed interface LoadOutcome<V> {
    /** This node loaded it. */
    record Done<V>(Loaded<V> loaded, Storage storage) implements LoadOutcome<V> {}

    /** Another node loads it or has loaded it; the ticket is not granted. */
    record Left<V>(LoadTicket<V> ticket) implements LoadOutcome<V> {}

    /** Where the loaded value may be stored. */
    enum Storage {
        /** The shared cache has it. */
        SHARED,
        /** In this node's memory: the shared cache can't be reached. */
        NEAR,
        /** Nowhere: it may be older than a change. */
        NONE
    }
}
