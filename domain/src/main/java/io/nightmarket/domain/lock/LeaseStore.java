package io.nightmarket.domain.lock;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Where leases are kept: what a server does for a lock. Each call is one atomic step that may be repeated, and fails
 * with {@code Unavailable} when nothing was done and {@code TimedOut} when that is unknown. {@link LeasedLock} makes a
 * lock of it.
 */
public interface LeaseStore {
    /** What came of asking for a key. */
    sealed interface Attempt {
        /**
         * The claim holds the key.
         *
         * @param lease for how long from now; shorter than the claim's when it is the rest of a reservation
         */
        record Granted(long token, Duration lease) implements Attempt {}

        /** Others hold the key, and it is worth asking again after this time even if no news comes. */
        record Busy(Duration askAgainIn) implements Attempt {}
    }

    /**
     * Grants the key to the claim if it is free and no other claim waits for it, is reserved for the claim, or held by
     * it. The lease is the claim's, but what was reserved may be granted for the rest of the reservation. A claim that
     * holds it keeps its token; in a view of fewer units it gives the others up. Otherwise a claim that has patience is
     * queued, or stays so.
     */
    CompletionStage<Attempt> take(Claim claim);

    /** Lengthens the lease to its full length from now, and notes how often the holder entered. False: it is lost. */
    CompletionStage<Boolean> renew(Claim claim, int depth);

    /** Gives the key up, or the place in line. True when the claim held the key. */
    CompletionStage<Boolean> release(Claim claim);

    /**
     * From when this completes until it is closed, tells when it is worth asking again for the claim. News may come too
     * often, or be lost: they only save time.
     */
    CompletionStage<Listening> listen(Claim claim, News news);

    /** Who wants to know. */
    @FunctionalInterface
    interface News {
        /** It is worth asking again after this time. */
        void askAgain(Duration in);
    }

    /** An ear that is open until it is closed. */
    @FunctionalInterface
    interface Listening {
        void close();
    }
}
