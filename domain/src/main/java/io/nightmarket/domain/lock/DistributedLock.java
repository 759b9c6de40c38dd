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
    /** Who holds a key: the token differs from that of every other holder. */
    record Hold(String key, String token) {}

    /**
     * Takes the key for this holder, or, when the holder has it already, lengthens the lease to {@code lease} from now.
     * False when another holds it. One atomic step; repeating it is harmless, so a lost reply is answered by asking
     * again. For work that has no end, such as writing a shard: whoever stops asking loses the key with the lease.
     */
    CompletionStage<Boolean> hold(Hold hold, Duration lease);

    /** Gives the key up. False when this holder did not have it any more. Repeating it is harmless. */
    CompletionStage<Boolean> release(Hold hold);

    /**
     * Does {@code work} while holding {@code key}, and releases it afterwards however the work ended. Does not wait:
     * answers nothing, and does no work, when another holds the key. The lease ends by itself after {@code lease}, so
     * that a dead holder blocks nobody for longer. Fails with {@code Unavailable} or {@code TimedOut} when the key
     * could not be asked for, and as the work does; a release that fails is left to the end of the lease.
     */
    <T> CompletionStage<Optional<T>> withLease(
            String key, Duration lease, Function<Hold, ? extends CompletionStage<T>> work);
}
