package io.nightmarket.domain.lock;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Keeps leases: the server's part of a lock, of which {@link LeasedLock} is the other. Each call is one atomic step that
 * may be repeated, and fails with {@code Unavailable} when nothing was done and {@code TimedOut} when that is unknown.
 */
public interface LeaseStore {
    /** The result of {@link #take}. */
    sealed interface Attempt {
        /**
         * The request holds the key.
         *
         * @param lease from now; shorter than the requested one when it is the rest of a reservation
         */
        record Granted(long token, Duration lease) implements Attempt {}

        /** Others hold the key; asking again is worth it after this time, even without a wake-up. */
        record Busy(Duration retryAfter) implements Attempt {}
    }

    /**
     * Grants the key if it is free and no other request waits for it, is reserved for this request, or held by it. The
     * lease is the requested one, but what was reserved may be granted for the rest of the reservation. A request that
     * holds the key keeps its token. Otherwise a request with a {@code waitTimeout} is queued, or stays so.
     */
    CompletionStage<Attempt> take(LeaseRequest request);

    /** Lengthens the lease to its full length from now, and stores the re-entrance count. False: the lease is lost. */
    CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount);

    /** Gives the key up, or the place in the queue. True when the request held the key. */
    CompletionStage<Boolean> release(LeaseRequest request);

    /**
     * Calls {@code wakeUp} when it is worth asking again for the request, from when this completes until the subscription
     * is closed. Wake-ups may come too often, or be lost: they only save time.
     */
    CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp);

    /** Wakes a waiter. */
    @FunctionalInterface
    interface WakeUp {
        /** Asking again is worth it after this time. */
        void retryAfter(Duration delay);
    }

    /** Wake-ups of one waiter. */
    @FunctionalInterface
    interface Subscription {
        void close();
    }
}
