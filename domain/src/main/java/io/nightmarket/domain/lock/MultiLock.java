package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Timers;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Several keys, of one store or of several independent ones, held as one: all or nothing. The keys are taken one after
 * the other, in the same order by everybody, so that two who want the same keys never wait for each other. For that all
 * must call a store by the same name.
 *
 * <p>All parts must be held: a store that is down makes the lock unavailable. It is no majority vote among stores.
 */
public final class MultiLock {
    public static final int MOST_PARTS = 100;

    private static final Comparator<Part> ORDER =
            Comparator.comparing(Part::server).thenComparing(Part::key);

    /**
     * One key of several.
     *
     * @param server the name of the lock's store, the same for all who use it
     */
    public record Part(String server, DistributedLock lock, String key) {
        boolean isSameAs(Part other) {
            return server.equals(other.server) && key.equals(other.key);
        }
    }

    private final Timers timers;
    private final List<Part> parts;

    /** Refuses with {@code IllegalArgumentException} no parts, more than {@value #MOST_PARTS} and duplicates. */
    public MultiLock(Timers timers, Collection<Part> parts) {
        if (parts.isEmpty() || parts.size() > MOST_PARTS) {
            throw new IllegalArgumentException("1 to " + MOST_PARTS + " keys are held as one, not " + parts.size());
        }
        this.timers = timers;
        this.parts = parts.stream().sorted(ORDER).toList();
        for (int i = 1; i < this.parts.size(); i++) {
            if (this.parts.get(i).isSameAs(this.parts.get(i - 1))) {
                throw new IllegalArgumentException(
                        "the key " + this.parts.get(i).key() + " would wait for itself");
            }
        }
    }

    /** Several keys of one store. */
    public static MultiLock of(Timers timers, DistributedLock lock, Collection<String> keys) {
        return new MultiLock(
                timers, keys.stream().map(key -> new Part("", lock, key)).toList());
    }

    /**
     * Takes all keys, or none: answers nothing when one of them was held by others for as long as was waited, for all
     * together. The lease, and its longest time, count from when all are held; a process that dies before or after that
     * keeps each key for one lease at most.
     *
     * <p>What was taken is released, in reverse, before the answer is given. Fails as {@link DistributedLock#tryAcquire}
     * does, and with {@code Conflict} when a key was lost while others were waited for. Cancelling the answer ends the
     * waiting and releases what was taken.
     */
    public CompletionStage<Optional<MultiHold>> tryAcquire(LockOptions options) {
        return new Gathering(timers, parts, options).begin();
    }

    /** As {@link DistributedLock#withLease}, on all keys. */
    public <T> CompletionStage<Optional<T>> withLease(
            LockOptions options, Function<MultiHold, ? extends CompletionStage<T>> work) {
        return new WorkUnderLock<MultiHold, T>(tryAcquire(options), MultiHold::release, work).begin();
    }
}
