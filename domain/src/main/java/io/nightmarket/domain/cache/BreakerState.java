package io.nightmarket.domain.cache;

/** What a circuit breaker before a store does with calls. */
public enum BreakerState {
    /** All calls pass. */
    CLOSED,
    /** A few calls pass as probes; the others fail at once. */
    HALF_OPEN,
    /** All calls fail at once. */
    OPEN
}
