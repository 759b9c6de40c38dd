package io.nightmarket.testkit;

import java.time.Duration;

/**
 * How much is sent.
 *
 * @param requests so many, at even distances
 * @param length within so long; none when all are due at once
 * @param concurrency so many wait for their answers at most; what would exceed that is not sent, and counted
 */
public record LoadPlan(long requests, Duration length, int concurrency) {
    public LoadPlan {
        if (requests <= 0 || length.isNegative() || concurrency <= 0) {
            throw new IllegalArgumentException("a load has requests, a length and a bound");
        }
    }

    /** All at once. */
    public static LoadPlan burst(int requests) {
        return new LoadPlan(requests, Duration.ZERO, requests);
    }

    /** When the request of this number, from 0, is due: so many nanoseconds after the begin. */
    long due(long number) {
        return Math.round((double) number * length.toNanos() / requests);
    }
}
