package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Timers;
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
     * Makes a writer's hold a reader's, and lets other readers in; no writer can come in between. Token and re-entrance
     * count stay, the lease begins again. Repeating it is harmless; fails with {@code Conflict} when the hold is lost
     * or released, and with {@code TimedOut} when it may be a reader's or still a writer's.
     */
    public CompletionStage<Void> downgrade(Hold writing) {
        if (writing instanceof LeasedHold hold && hold.isOf(writeLeases, readLeases)) {
            return hold.moveTo(readLeases);
        }
        throw new IllegalArgumentException("not a hold of this lock: " + writing.key());
    }

    /** As {@link LeasedLock#verify}, for readers and writers. */
    public void verify(String key) {
        readers.verify(key);
        writers.verify(key);
    }
}
