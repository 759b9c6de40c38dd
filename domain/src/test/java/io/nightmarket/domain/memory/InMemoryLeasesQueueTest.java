package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.LockQueueContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.PermitStore;
import java.util.List;

final class InMemoryLeasesQueueTest extends LockQueueContract {
    private static final int MOST = 1_000;

    private final InMemoryLeases.Keys keys = new InMemoryLeases.Keys();
    private final RealTimers timers = new RealTimers();

    private List<? extends LeaseStore> twice(int weight, int units) {
        return List.of(
                new InMemoryLeases(keys, timers, weight, units), new InMemoryLeases(keys, timers, weight, units));
    }

    @Override
    protected List<? extends LeaseStore> locks() {
        return twice(1, 1);
    }

    @Override
    protected List<? extends LeaseStore> readers() {
        return twice(1, MOST);
    }

    @Override
    protected List<? extends LeaseStore> writers() {
        return twice(MOST, MOST);
    }

    @Override
    protected List<? extends PermitStore> permits(int total) {
        return List.of(new InMemoryPermits(keys, timers, total), new InMemoryPermits(keys, timers, total));
    }
}
