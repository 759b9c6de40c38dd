package io.nightmarket.domain.overload;

/**
 * What requests are rejected first under overload: those of the last priority. Each may use its share of the limit, and a
 * reserve of its own beyond it, so that none is rejected for as long as another one fills the limit.
 */
public enum Priority {
    /** Payments, what follows a purchase, probes: never rejected. */
    FIRST(1),
    LOGIN(1),
    /** The result of a purchase. */
    OUTCOME(1),
    /** A stream of events, which browsers do not open again after 503; it is open for long and does not count as work. */
    STREAM(1),
    BUY(0.9),
    /** All else that shoppers and merchants do. */
    READ(0.8),
    /** What administrators list. */
    BACKGROUND(0.5);

    private final double share;

    Priority(double share) {
        this.share = share;
    }

    /** The share of the limit that it may fill, from 0 to 1. */
    double share() {
        return share;
    }

    boolean isCounted() {
        return this != FIRST && this != STREAM;
    }
}
