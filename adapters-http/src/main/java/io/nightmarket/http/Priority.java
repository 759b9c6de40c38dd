package io.nightmarket.http;

import java.time.Duration;

/** Which requests are rejected first under overload. */
public enum Priority {
    /** Reads, and lists of staff. */
    READ(Duration.ofMillis(500)),
    /** Purchases with the steps before them, logins, and what else users change. */
    CHANGE(Duration.ofSeconds(1)),
    /** Payments, what follows a purchase, what staff change, probes: never rejected. */
    FIRST(Duration.ofNanos(Long.MAX_VALUE));

    private final long nanos;

    Priority(Duration longest) {
        this.nanos = longest.toNanos();
    }

    /** Nanoseconds that work may wait for the event loop. Front ends wait for two seconds in all. */
    long longestDelay() {
        return nanos;
    }
}
