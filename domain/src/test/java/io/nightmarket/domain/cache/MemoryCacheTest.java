package io.nightmarket.domain.cache;

import io.nightmarket.domain.contract.CacheContract;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.Readers;
import java.time.Duration;
import java.time.Instant;

final class MemoryCacheTest extends CacheContract {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);

    @Override
    protected Cache<Long, Dish> cache(CacheTimes times) {
        return Readers.cache(times, clock);
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }
}
