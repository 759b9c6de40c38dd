package io.nightmarket.domain.lock;

import java.util.concurrent.CompletionStage;

/**
 * A key that is held. The hold is the object, not a thread: it may be passed on, and its user may re-enter and
 * release. A hold that lost its lease never comes back; every call on it, and on one that was released, fails with
 * {@code Conflict}. Calls fail with {@code Unavailable} or {@code TimedOut} when the lock's store can't be asked. Safe
 * for use by several threads.
 */
public interface Hold {
    String key();

    /**
     * The fencing token: larger than that of every earlier hold of the key, and the same for the whole of this hold. A
     * resource that remembers the largest token it saw, and refuses smaller ones, is safe from holders that were paused
     * for longer than their lease. (M. Kleppmann, How to do distributed locking, 2016.)
     */
    long token();

    /**
     * Completes when the lease is gone before the release: it ran out and could not be renewed in time, or another
     * holder was found. Judged by this process' own time from before the lease was asked for, hence never later than by
     * the store's. Completes not at all after a release.
     */
    CompletionStage<Void> lost();

    /** Holds the key once more: as many releases are needed then. Asks the store, so it also proves that the hold lives. */
    CompletionStage<Void> reenter();

    /** Lengthens the lease to its full length from now. */
    CompletionStage<Void> renew();

    /**
     * Undoes one {@link #reenter}, which can't fail while the hold lives, or gives the key up. That is retried until the
     * store confirms it or the lease is over; the caller gets a failure after a few attempts.
     */
    CompletionStage<Void> release();
}
