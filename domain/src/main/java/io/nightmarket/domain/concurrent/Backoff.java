package io.nightmarket.domain.concurrent;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses between retries: doubled with each failure up to a second, and drawn from the upper half of that. */
public record Backoff(RandomGenerator random) {
    private static final int FIRST_MILLIS = 50;
    private static final int LONGEST_MILLIS = 1_000;
    private static final int MOST_DOUBLINGS = 10;

    /** The pause after so many failures in a row. */
    public Duration after(int failures) {
        int ceiling = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures - 1, MOST_DOUBLINGS));
        return Duration.ofMillis(ceiling / 2 + random.nextInt(ceiling / 2 + 1));
    }
}
