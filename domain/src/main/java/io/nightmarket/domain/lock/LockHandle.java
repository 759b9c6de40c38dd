package io.nightmarket.domain.lock;

import java.util.concurrent.CompletionStage;

/**
 * A key that is held. The holder is this object, not a thread: it may be passed on, and its user may re-enter and
 * release. A handle that was lost or released stays so; every call on it fails with {@code Conflict}. Calls fail with
 * {@code Unavailable} or {@code TimedOut} when the lock's store can't be asked. Safe for use by several threads.
 */
public interface LockHandle {
    String key();

    /**
     * The fencing token: larger than that of every earlier handle of the key, and constant for this one. A resource
     * that remembers the largest token it saw, and refuses smaller ones, is safe from holders that were paused for
     * longer than their lease. (M. Kleppmann, How to do distributed locking, 2016.)
     */
    long token();

    /**
     * Completes when the lease ends before the release: it was not renewed in time, or another holder was found. Measured
     * by this process from before the request, hence never later than by the store. Never completes after a release.
     */
    CompletionStage<Void> lost();

    /** Adds one to the re-entrance count: as many releases are needed. Renews, which proves that the key is held. */
    CompletionStage<Void> reenter();

    /** Lengthens the lease to its full length from now. */
    CompletionStage<Void> renew();

    /**
     * Undoes one {@link #reenter}, or gives the key up. That is retried until the store confirms it or the lease has
     * ended; the caller gets a failure after a few attempts.
     */
    CompletionStage<Void> release();
}
