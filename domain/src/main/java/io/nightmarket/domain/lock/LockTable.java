package io.nightmarket.domain.lock;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** For operators: reads which locks are held, as of one moment, and takes a lock from its holders. */
public interface LockTable {
    /** Up to {@code limit} keys that are held, by name. Fails as its store does. */
    CompletionStage<List<HeldLock>> read(int limit);

    /**
     * Takes the key from all holders, and wakes its waiters. Answers the names of the former holders, none when it was
     * free; may be repeated. Their nodes are not notified: {@link ForceUnlock} does that.
     *
     * @param kind as in {@link HeldLock}; every kind when empty
     */
    CompletionStage<List<String>> forceRelease(String key, Optional<String> kind);

    /**
     * A key that is held.
     *
     * @param kind the kind of lock, such as {@code rw}
     * @param waiting names of waiters, the first in the queue first; empty where the store keeps no queue
     */
    record HeldLock(String kind, String key, List<Holder> holders, List<String> waiting) {
        public HeldLock {
            holders = List.copyOf(holders);
            waiting = List.copyOf(waiting);
        }
    }

    /**
     * A holder of a key.
     *
     * @param name begins with the node's
     * @param reentranceCount 1 for one that did not re-enter; 0 while the key is reserved, until the first renewal
     */
    record Holder(String name, long token, int reentranceCount, Instant since, Instant until) {}
}
