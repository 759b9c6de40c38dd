package io.nightmarket.domain.lock;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Mutual exclusion between nodes, by lease. It keeps work from being done twice; what must never be done twice is also
 * guarded where it is written, by {@link LockHandle#token}, because a holder may pause for longer than its lease and not know
 * it.
 *
 * <p>Keys have 1 to {@value LeaseRequest#MAX_KEY_LENGTH} characters; another key is an {@code IllegalArgumentException}. Calls fail
 * with {@code Unavailable} or {@code TimedOut} when the lock's store can't be asked; a wait retries after such
 * failures, and fails with the last one if no other answer came before its timeout.
 */
public interface DistributedLock {
    /**
     * Acquires the key; answers nothing when others held it until the wait timeout. Cancelling the answer ends the
     * waiting, and releases the key if it was granted meanwhile.
     */
    CompletionStage<Optional<LockHandle>> tryAcquire(String key, LockOptions options);

    /**
     * Does {@code work} while holding {@code key}, and releases it afterwards however the work ended; answers nothing,
     * and does no work, when others held the key. Work that goes on after {@link LockHandle#lost} is not stopped, and its
     * answer is given: only a fencing token can refuse what it wrote. A release that fails is left to the end of the lease.
     * Cancelling the answer before the work began keeps it from beginning.
     */
    <T> CompletionStage<Optional<T>> withLease(
            String key, LockOptions options, Function<LockHandle, ? extends CompletionStage<T>> work);
}
