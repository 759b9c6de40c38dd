package io.nightmarket.domain.cache;

/** What a cache knows of a key. Each strategy against penetration, breakdown and avalanche is a branch over it. */
public sealed interface Cached<V> {
    /** The value, to be served as it is. */
    record Fresh<V>(V value) implements Cached<V> {}

    /** The value past its logical expiry: served at once, while somebody rebuilds it. */
    record Stale<V>(V value) implements Cached<V> {}

    /** The thing is known not to exist. */
    record KnownAbsent<V>() implements Cached<V> {}

    /** Nothing is known. */
    record Missing<V>() implements Cached<V> {}
}
