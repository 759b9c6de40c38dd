package io.nightmarket.domain.lock;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What operators see of the locks, a view of a moment, of no use to decide by; and how they take one from its holder. */
public interface LockTable {
    /** Up to {@code most} keys that are held, in the order of their names. Fails as its store does. */
    CompletionStage<List<HeldLock>> read(int most);

    /**
     * Takes the key from all who hold it, and lets the waiters ask for it. Answers the names of the former holders, none
     * when it was free; may be repeated. Their nodes are not notified: {@link ForceUnlock} does that.
     *
     * @param kind as in {@link HeldLock}; every kind when empty
     */
    CompletionStage<List<String>> forceRelease(String key, Optional<String> kind);

    /**
     * A key that is held.
     *
     * @param kind how it is shared
     * @param waiting who waits for it, the first in line first; empty where the store keeps no line
     */
    record HeldLock(String kind, String key, List<Holder> holders, List<String> waiting) {
        public HeldLock {
            holders = List.copyOf(holders);
            waiting = List.copyOf(waiting);
        }
    }

    /**
     * Who holds it.
     *
     * @param name begins with the node's
     * @param depth how often the holder entered; 0 while the key is reserved for it, which lasts until its first
     *     renewal
     */
    record Holder(String name, long token, int depth, Instant since, Instant until) {}
}
