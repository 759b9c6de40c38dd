package io.nightmarket.domain.cache;

/** The outcome of an attempt to load a key: a value, or another node's entry or lease. */
sealed interface Attempt<V> {
    /** This node loaded it. */
    record Done<V>(Loaded<V> loaded, Keeper keeper) implements Attempt<V> {}

    /** This node left it to another; the claim is not granted. */
    record Left<V>(Claim<V> claim) implements Attempt<V> {}

    /** Who may keep what was loaded. */
    enum Keeper {
        /** The shared cache has it. */
        ALL,
        /** The shared cache can't be reached. */
        THIS_NODE,
        /** It may be older than a change. */
        NONE
    }
}
