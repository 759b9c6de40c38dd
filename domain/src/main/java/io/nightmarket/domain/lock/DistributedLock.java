package io.nightmarket.domain.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Mutual exclusion between nodes, by lease. It keeps work from being done twice; what must never be done twice is also
 * guarded where it is written, because a holder may pause for longer than its lease and not know it.
 */
public interface DistributedLock {
    /** Proof of one acquisition; the token differs from that of every other. */
    record Hold(String key, String token) {}

    /**
     * Does {@code work} while holding {@code key}, and releases it afterwards however the work ended. Does not wait:
     * answers nothing, and does no work, when another holds the key. The lease ends by itself after {@code lease}, so
     * that a dead holder blocks nobody for longer. Fails with {@code Unavailable} or {@code TimedOut} when the key
     * could not be asked for, and as the work does; a release that fails is left to the end of the lease.
     */
    <T> CompletionStage<Optional<T>> withLease(
            String key, Duration lease, Function<Hold, ? extends CompletionStage<T>> work);
}
