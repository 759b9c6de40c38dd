package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.lock.LeaseStore;

final class InMemoryMultiLockTest extends MultiLockContract {
    private final InMemoryLeases one = new InMemoryLeases(new RealTimers());
    private final InMemoryLeases other = new InMemoryLeases(new RealTimers());

    @Override
    protected LeaseStore one() {
        return one;
    }

    @Override
    protected LeaseStore other() {
        return other;
    }
}
