package io.nightmarket.embedded;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * When a server that died may be started again: at once the first time, then after waits that double, with jitter so
 * that several nodes do not try in step, and not at all after too many tries in a row.
 */
final class RestartPolicy {

    static final int MAX_TRIES = 8;
    private static final long FIRST_WAIT_NANOS = Duration.ofMillis(500).toNanos();
    private static final long STABLE_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;
    private final RandomGenerator random;
    private int tries;
    private long lastTry;
    private long waitNanos;

    RestartPolicy(LongSupplier nanoTime, RandomGenerator random) {
        this.nanoTime = nanoTime;
        this.random = random;
    }

    boolean mayTry() {
        return !hasGivenUp() && (tries == 0 || nanoTime.getAsLong() - lastTry >= waitNanos);
    }

    boolean hasGivenUp() {
        return tries >= MAX_TRIES;
    }

    void tried() {
        long doubled = FIRST_WAIT_NANOS << tries;
        waitNanos = doubled + random.nextLong(doubled / 2);
        lastTry = nanoTime.getAsLong();
        tries++;
    }

    /** A server that stays up for a while has its tries forgotten. */
    void seenAlive() {
        if (tries > 0 && nanoTime.getAsLong() - lastTry >= STABLE_NANOS) {
            tries = 0;
        }
    }
}
