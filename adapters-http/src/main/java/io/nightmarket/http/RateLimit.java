package io.nightmarket.http;

import java.time.Duration;

/**
 * A number of requests per time: as many at once, and again as the time goes by.
 *
 * @param count 0 is no limit
 */
public record RateLimit(int count, Duration per) {
    private static final int MAX_COUNT = 1_000_000;
    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofDays(1);

    public static final RateLimit NONE = new RateLimit(0, Duration.ofSeconds(1));

    public RateLimit {
        if (count < 0 || count > MAX_COUNT || per.compareTo(MIN_TIME) < 0 || per.compareTo(MAX_TIME) > 0) {
            throw new IllegalArgumentException("must be at most " + MAX_COUNT + ", in 1ms to 24h");
        }
    }
}
