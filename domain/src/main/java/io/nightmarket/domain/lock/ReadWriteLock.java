package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Timers;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** A key that many readers hold together, or one writer alone. */
public final class ReadWriteLock {
    private final LeaseStore readLeases;
    private final LeaseStore writeLeases;
    private final LeasedLock readers;
    private final LeasedLock writers;

    /** The stores are views of the same keys; the rest is as in {@link LeasedLock}. */
    public ReadWriteLock(
            LeaseStore readLeases, LeaseStore writeLeases, Timers timers, RandomGenerator random, String node) {
        this.readLeases = readLeases;
        this.writeLeases = writeLeases;
        this.readers = new LeasedLock(readLeases, timers, random, node);
        this.writers = new LeasedLock(writeLeases, timers, random, node);
    }

    public DistributedLock readers() {
        return readers;
    }

    public DistributedLock writers() {
        return writers;
    }

    /**
     * Makes a writer's handle a reader's, and admits other readers; no writer can come in between. Token and re-entrance
     * count stay, the lease begins again. May be repeated. Fails with {@code Conflict} when the handle is lost or
     * released, and with {@code TimedOut} when it may be a reader's or still a writer's.
     */
    public CompletionStage<Void> downgrade(LockHandle writer) {
        if (writer instanceof LeasedLockHandle handle && handle.isOf(writeLeases, readLeases)) {
            return handle.moveTo(readLeases);
        }
        throw new IllegalArgumentException("not a handle of this lock: " + writer.key());
    }

    /** As {@link LeasedLock#verify}, for readers and writers. */
    public void verify(String key) {
        readers.verify(key);
        writers.verify(key);
    }
}
