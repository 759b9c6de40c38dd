package io.nightmarket.http.picture;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes may be held at once. Safe for use by several threads. */
final class ByteBudget {
    private final long max;
    private final AtomicLong held = new AtomicLong();

    ByteBudget(long max) {
        this.max = max;
    }

    /** False, and nothing is taken, when more than the budget would be held; what comes alone may be larger. */
    boolean take(long bytes) {
        long before = held.getAndAdd(bytes);
        boolean fits = before == 0 || before + bytes <= max;
        if (!fits) {
            give(bytes);
        }
        return fits;
    }

    /** Gives back what was taken. */
    void give(long bytes) {
        held.addAndGet(-bytes);
    }
}
