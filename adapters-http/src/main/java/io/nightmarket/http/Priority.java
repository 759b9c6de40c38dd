package io.nightmarket.http;

import java.time.Duration;

/** Which requests are refused first under overload. */
public enum Priority {
    /** Reads, and lists of staff. */
    READ(Duration.ofMillis(250)),
    /** Purchases with the steps before them, logins, and what else users and staff change. */
    CHANGE(Duration.ofMillis(500)),
    /**
     * Payments, what follows a purchase, streams of events, what staff do for sales under way or against intruders, probes: refused
     * by full queues alone.
     */
    FIRST(Duration.ofNanos(Long.MAX_VALUE));

    /** Under which a request keeps the priority of its route. */
    public static final String KEY = "priority";

    private final long nanos;

    Priority(Duration longest) {
        this.nanos = longest.toNanos();
    }

    /** Nanoseconds that work may wait for the event loop. Front ends wait for two seconds in all. */
    long longestDelay() {
        return nanos;
    }
}
