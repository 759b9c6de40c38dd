package io.nightmarket.http.answer;

import io.nightmarket.domain.cache.Reading;
import java.time.Clock;
import java.time.Duration;

/** How long browsers and proxies may keep the answers of a route. A stale reading is told as such and kept by nobody. */
public final class CachePolicy {
    private final Freshness current;
    private final Staleness staleness;

    /** @param maxAge zero has whoever keeps an answer ask each time whether it still holds */
    public CachePolicy(Duration maxAge, Clock clock) {
        this.current = Freshness.lasting(maxAge);
        this.staleness = new Staleness(clock);
    }

    public Freshness of(Reading<?> reading) {
        return staleness.age(reading).map(Freshness::stale).orElse(current);
    }
}
