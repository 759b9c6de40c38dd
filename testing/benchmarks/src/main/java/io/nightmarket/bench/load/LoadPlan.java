package io.nightmarket.bench.load;

import java.time.Duration;

/**
 * How much is sent.
 *
 * @param rate requests a second
 * @param length so long
 * @param mostInFlight so many wait for their answers at most; what would exceed that is not sent, and counted
 */
public record LoadPlan(int rate, Duration length, int mostInFlight) {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    public LoadPlan {
        if (rate <= 0 || length.isNegative() || mostInFlight <= 0) {
            throw new IllegalArgumentException("a load has a rate, a length and a bound");
        }
    }

    /** How many requests there are. */
    public long requests() {
        return Math.round((double) rate * length.toNanos() / SECOND);
    }

    /** When the request of this number, from 0, is due: so many nanoseconds after the begin. */
    long due(long number) {
        return Math.round((double) number * SECOND / rate);
    }
}
