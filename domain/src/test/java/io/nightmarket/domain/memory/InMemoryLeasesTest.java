package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.lock.LeaseStore;

final class InMemoryLeasesTest extends DistributedLockContract {
    private final InMemoryLeases leases = new InMemoryLeases(new RealTimers());

    @Override
    protected LeaseStore store() {
        return leases;
    }

    @Override
    protected LeaseStore storeOfAnotherNode() {
        return leases;
    }

    @Override
    protected boolean isForgotten(String lock) {
        return leases.isEmpty();
    }
}
