package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.TimedOut;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The release of one lease: the caller waits for a few attempts, further ones follow in the background.
 *
 * @param leaseEnd when the store frees the key at the latest
 */
record LeaseRelease(LockContext context, LeaseStore store, LeaseRequest request, long leaseEnd) {
    private static final int ATTEMPTS = 3;

    /** Fails with {@code Conflict} when the lease was gone before. */
    CompletionStage<Void> begin() {
        return attempt(1, false);
    }

    /** @param maybeDone whether the reply to an earlier attempt was lost: "not held" means that it took effect */
    private CompletionStage<Void> attempt(int attempt, boolean maybeDone) {
        return Stages.then(
                Calls.start(() -> store.release(request)),
                held -> held || maybeDone
                        ? CompletableFuture.completedStage(null)
                        : CompletableFuture.failedStage(LeasedLockHandle.leaseGone(request)),
                failure -> retry(attempt, maybeDone, failure));
    }

    private CompletionStage<Void> retry(int attempt, boolean maybeDone, Throwable failure) {
        if (!DomainFailure.isPassing(failure)) {
            return CompletableFuture.failedStage(failure);
        }
        if (attempt < ATTEMPTS) {
            return context.timers()
                    .pause(context.backoff().after(attempt))
                    .thenCompose(_ -> attempt(attempt + 1, maybeDone || failure instanceof TimedOut));
        }
        inBackground();
        return CompletableFuture.failedStage(failure);
    }

    void inBackground() {
        var _ = context.backgroundReleases().begin(() -> store.release(request), leaseEnd);
    }
}
