package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.lock.LeaseStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class InMemoryMultiLockTest extends MultiLockContract {
    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLeases one = new InMemoryLeases(timers);
    private final InMemoryLeases other = new InMemoryLeases(timers);

    @Override
    protected Timers timers() {
        return timers;
    }

    @Override
    protected void elapse(Duration time) {
        timers.advance(time);
    }

    @Override
    protected LeaseStore one() {
        return one;
    }

    @Override
    protected LeaseStore other() {
        return other;
    }

    /** It takes no time here, so that the fast suite has it too. */
    @Override
    @Test
    protected void aFixedLeaseEndsForAllPartsAndCountsFromWhenAllAreHeld() {
        outliveAFixedLease();
    }
}
