package io.nightmarket.domain.lock;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Takes a key from its holders, for operators. The former holders' handles are lost when their nodes are notified, or by
 * the next renewal; what they still write only a fencing token can refuse.
 */
public final class ForceUnlock {
    private final LockTable locks;
    private final LockEvents events;

    public ForceUnlock(LockTable locks, LockEvents events) {
        this.locks = locks;
        this.events = events;
    }

    /** Answers the names of the holders that the key was taken from; none when it was free. */
    public CompletionStage<List<String>> unlock(String key, Optional<String> kind) {
        // Also after a failure, which may have taken the key from some: a hint to one that still holds it does no harm.
        return locks.forceRelease(key, kind).whenComplete((_, _) -> events.forceUnlocked(key));
    }
}
