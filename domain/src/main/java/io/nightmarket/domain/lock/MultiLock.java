package io.nightmarket.domain.lock;

import static io.nightmarket.domain.base.Arguments.require;

import io.nightmarket.domain.base.Timers;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Several keys, of one store or of several independent ones, held as one: all or none. The keys are acquired one after
 * the other, in the same order everywhere, so that two that want the same keys never wait for each other. For that all
 * must use the same name for a store.
 *
 * <p>All parts must be held: a store that is down makes the lock unavailable. It is no majority vote among stores.
 */
public final class MultiLock {
    public static final int MAX_PARTS = 100;

    private static final Comparator<Part> ORDER =
            Comparator.comparing(Part::server).thenComparing(Part::key);

    /**
     * One key of several.
     *
     * @param server the name of the lock's store, the same on all nodes
     */
    public record Part(String server, DistributedLock lock, String key) {
        boolean isSameAs(Part other) {
            return server.equals(other.server) && key.equals(other.key);
        }
    }

    private final Timers timers;
    private final List<Part> parts;

    /** 1 to {@value #MAX_PARTS} parts without duplicates; others are an {@code IllegalArgumentException}. */
    public MultiLock(Timers timers, Collection<Part> parts) {
        require(
                !parts.isEmpty() && parts.size() <= MAX_PARTS,
                "1 to " + MAX_PARTS + " keys are held as one, not " + parts.size());
        this.timers = timers;
        this.parts = parts.stream().sorted(ORDER).toList();
        for (int i = 1; i < this.parts.size(); i++) {
            Part part = this.parts.get(i);
            require(!part.isSameAs(this.parts.get(i - 1)), "the key " + part.key() + " would wait for itself");
        }
    }

    /** Several keys of one store. */
    public static MultiLock of(Timers timers, DistributedLock lock, Collection<String> keys) {
        return new MultiLock(
                timers, keys.stream().map(key -> new Part("", lock, key)).toList());
    }

    /**
     * Acquires all keys, or none: answers nothing when one of them was held by others until the wait timeout, which is for
     * all together. The lease, and the maximum hold time, count from when all are held; a process that dies before or
     * after that keeps each key for one lease at most.
     *
     * <p>What was acquired is released, in reverse, before the answer is given. Fails as
     * {@link DistributedLock#tryAcquire} does, and with {@code Conflict} when a key was lost while others were waited for.
     * Cancelling the answer ends the waiting and releases what was acquired.
     */
    public CompletionStage<Optional<MultiLockHandle>> tryAcquire(LockOptions options) {
        return new MultiLockAcquisition(timers, parts, options).begin();
    }

    /** As {@link DistributedLock#withLease}, on all keys. */
    public <T> CompletionStage<Optional<T>> withLease(
            LockOptions options, Function<MultiLockHandle, ? extends CompletionStage<T>> work) {
        return new WorkUnderLock<MultiLockHandle, T>(tryAcquire(options), MultiLockHandle::release, work).begin();
    }
}
