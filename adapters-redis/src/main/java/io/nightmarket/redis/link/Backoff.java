package io.nightmarket.redis.link;

import java.util.random.RandomGenerator;

/** Pauses between attempts: doubled each time up to a cap, and drawn at random, so that nodes don't come in step. */
final class Backoff {
    private static final long FIRST_MILLIS = 50;
    private static final long CAP_MILLIS = 2_000;

    private final RandomGenerator random;
    private long ceiling = FIRST_MILLIS;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** The pause before the next attempt, in milliseconds, from half the ceiling to the ceiling. */
    long next() {
        long pause = random.nextLong(ceiling / 2, ceiling + 1);
        ceiling = Math.min(CAP_MILLIS, ceiling * 2);
        return pause;
    }

    void reset() {
        ceiling = FIRST_MILLIS;
    }
}
