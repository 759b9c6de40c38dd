package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.domain.contract.CacheChangesContract;
import java.time.Duration;
import java.time.Instant;

final class InMemoryCacheChangesTest extends CacheChangesContract {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final InMemoryCacheChanges changes = new InMemoryCacheChanges(clock);

    @Override
    protected CacheChanges changes() {
        return changes;
    }

    @Override
    protected CacheChange note(String cache, String key) {
        return changes.note(cache, key);
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }
}
