package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Timers;
import java.util.random.RandomGenerator;

/** A key that many readers hold together, or one writer alone. */
public final class ReadWriteLock {
    private final LeasedLock readers;
    private final LeasedLock writers;

    /** The stores are views of the same keys; the rest is as in {@link LeasedLock}. */
    public ReadWriteLock(
            LeaseStore readLeases, LeaseStore writeLeases, Timers timers, RandomGenerator random, String node) {
        this.readers = new LeasedLock(readLeases, timers, random, node);
        this.writers = new LeasedLock(writeLeases, timers, random, node);
    }

    public DistributedLock readers() {
        return readers;
    }

    public DistributedLock writers() {
        return writers;
    }

    /** As {@link LeasedLock#verify}, for readers and writers. */
    public void verify(String key) {
        readers.verify(key);
        writers.verify(key);
    }
}
