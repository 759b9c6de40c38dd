package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockTable;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class InMemoryLeasesTest extends DistributedLockContract {
    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLeases leases = new InMemoryLeases(timers);

    @Override
    protected Timers timers() {
        return timers;
    }

    @Override
    protected void elapse(Duration time) {
        timers.advance(time);
    }

    @Override
    protected LeaseStore store() {
        return leases;
    }

    @Override
    protected LeaseStore storeOfAnotherNode() {
        return leases;
    }

    @Override
    protected LockTable table() {
        return new InMemoryLockTable(leases);
    }

    @Override
    protected boolean isForgotten(String lock) {
        return leases.isEmpty();
    }

    /** It takes no time here, so that the fast suite has it too. */
    @Override
    @Test
    protected void waitersThatCanNotBeReachedDelayTheNextByTwoSecondsEachAtMost() {
        passOverUnreachableWaiters();
    }
}
