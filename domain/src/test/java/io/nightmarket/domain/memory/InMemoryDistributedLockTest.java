package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.lock.DistributedLock;
import java.time.Duration;
import java.time.Instant;

final class InMemoryDistributedLockTest extends DistributedLockContract {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final DistributedLock lock = new InMemoryDistributedLock(clock);

    @Override
    protected DistributedLock lock() {
        return lock;
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }
}
