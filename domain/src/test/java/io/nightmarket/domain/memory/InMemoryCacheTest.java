package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.contract.CacheContract;
import java.time.Duration;
import java.time.Instant;

final class InMemoryCacheTest extends CacheContract {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);

    @Override
    protected Cache<Long, Dish> cache(Duration fresh, Duration keep, Duration absentFor) {
        return new InMemoryCache<>(clock, fresh, keep, absentFor);
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }
}
