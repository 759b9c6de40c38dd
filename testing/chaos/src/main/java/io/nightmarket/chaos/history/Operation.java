package io.nightmarket.chaos.history;

/** What a client does. */
public enum Operation {
    CLICK,
    /** Asks afterwards what became of its click. */
    RESULT,
    /** No request: chaos put the order into the queue itself, in the name of this buyer. */
    BY_HAND
}
