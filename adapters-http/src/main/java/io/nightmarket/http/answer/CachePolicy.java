package io.nightmarket.http.answer;

import io.nightmarket.domain.cache.ReadResult;
import java.time.Clock;
import java.time.Duration;

/**
 * How long browsers and proxies may keep the answers of a route. A stale reading is marked as such and not kept by
 * caches.
 */
public final class CachePolicy {
    private static final String ASK_AGAIN = "no-cache";

    private final String current;
    private final Staleness staleness;

    /** @param maxAge zero has caches ask each time whether an answer is still current */
    public CachePolicy(Duration maxAge, Clock clock) {
        if (maxAge.isNegative()) {
            throw new IllegalArgumentException("a max-age must not be negative");
        }
        this.current = maxAge.isZero() ? ASK_AGAIN : "public, max-age=" + maxAge.toSeconds();
        this.staleness = new Staleness(clock);
    }

    /** The answer that was written from this reading. */
    public Answer answer(ReadResult<?> reading, Rendered written) {
        return staleness.mark(reading, new Answer.Cacheable(written, reading.stale() ? ASK_AGAIN : current));
    }
}
