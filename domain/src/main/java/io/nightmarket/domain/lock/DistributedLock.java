package io.nightmarket.domain.lock;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Mutual exclusion between nodes, by lease. It keeps work from being done twice; what must never be done twice is also
 * guarded where it is written, by {@link Hold#token}, because a holder may pause for longer than its lease and not know
 * it.
 *
 * <p>Keys have 1 to {@value Claim#LONGEST_KEY} characters; another key is an {@code IllegalArgumentException}. Calls fail
 * with {@code Unavailable} or {@code TimedOut} when the lock's store can't be asked; a wait rides out such failures and
 * fails with the last one only if it was the last word when its time was up.
 */
public interface DistributedLock {
    /**
     * Takes the key; answers nothing when others held it for as long as was waited. Cancelling the answer ends the
     * waiting, and gives the key up if it came meanwhile.
     */
    CompletionStage<Optional<Hold>> tryAcquire(String key, LockOptions options);

    /**
     * Does {@code work} while holding {@code key}, and releases it afterwards however the work ended; answers nothing,
     * and does no work, when others held the key. Work that goes on after {@link Hold#lost} is not stopped, and its
     * answer is given: only a fence can refuse what it wrote. A release that fails is left to the end of the lease.
     * Cancelling the answer before the work began keeps it from beginning.
     */
    <T> CompletionStage<Optional<T>> withLease(
            String key, LockOptions options, Function<Hold, ? extends CompletionStage<T>> work);
}
