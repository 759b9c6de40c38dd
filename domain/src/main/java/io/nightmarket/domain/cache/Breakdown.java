package io.nightmarket.domain.cache;

/** What readers of a value past its time do: the two ways of the field against the breakdown of a hot key. */
public enum Breakdown {
    /** One loads, the others wait for it. Never older than its time and a node's memory, unless nothing better can be had soon. */
    MUTEX,
    /** All are served the old value at once, while one rebuilds it. No reader waits. */
    LOGICAL_EXPIRY
}
