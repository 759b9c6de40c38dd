package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.contract.LockQueueContract;
import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.lock.PermitStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The ports of locks in memory keep their contracts. */
final class InMemoryLocksTest {
    @Nested
    final class OfLeases extends DistributedLockContract {
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

    @Nested
    final class OfLeasesQueue extends LockQueueContract {
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

    @Nested
    final class OfMultiLock extends MultiLockContract {
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
}
