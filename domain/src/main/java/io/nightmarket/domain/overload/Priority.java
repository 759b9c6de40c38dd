package io.nightmarket.domain.overload;

/**
 * What requests are refused first under overload: those of the last priority. Each may use its share of the limit, and a
 * reserve of its own beyond it, so that none is refused for as long as another one fills the limit.
 */
public enum Priority {
    /** Payments, what follows a purchase, probes: never refused. */
    FIRST(1),
    LOGIN(1),
    BUY(0.9),
    /** All else that shoppers and merchants do. */
    READ(0.8),
    /** A stream of events, refused as a read; it is open for long and does not count as work. */
    STREAM(0.8),
    /** What administrators list. */
    BACKGROUND(0.5);

    private final double share;

    Priority(double share) {
        this.share = share;
    }

    /** Of the limit, from 0 to 1. */
    double share() {
        return share;
    }

    boolean isCounted() {
        return this != FIRST && this != STREAM;
    }
}
