package io.nightmarket.domain.base;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between retries: doubled with each failure in a row up to a maximum, with jitter from the upper half of that, so
 * that nodes do not retry in step.
 */
public record Backoff(RandomGenerator random, Duration first, Duration max) {
    private static final int MAX_DOUBLINGS = 30;

    /** From 50 ms to 1 s. */
    public Backoff(RandomGenerator random) {
        this(random, Duration.ofSeconds(1));
    }

    /** From 50 ms. */
    public Backoff(RandomGenerator random, Duration max) {
        this(random, Duration.ofMillis(50), max);
    }

    /** The pause after this number of failures in a row, 1 or more. */
    public Duration after(int failures) {
        long doubled = first.toMillis() << Math.min(failures - 1, MAX_DOUBLINGS);
        long ceiling = Math.min(max.toMillis(), doubled);
        return Duration.ofMillis(random.nextLong(ceiling / 2, ceiling + 1));
    }
}
