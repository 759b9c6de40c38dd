package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Releases of claims that no caller wants any more, retried until the store confirms them or their lease is over. */
final class GiveUps {
    /** Beyond this number a release is sent once, and a lost one is left to the end of its lease. */
    static final int MAX_PENDING = 10_000;

    private final Timers timers;
    private final Backoff backoff;
    private final AtomicInteger pending = new AtomicInteger();

    GiveUps(Timers timers, Backoff backoff) {
        this.timers = timers;
        this.backoff = backoff;
    }

    /** @param leaseEnd when the claim holds nothing any more, whatever became of the release */
    void begin(LeaseStore store, Claim claim, long leaseEnd) {
        boolean isRetried = pending.incrementAndGet() <= MAX_PENDING;
        release(store, claim, isRetried ? leaseEnd : timers.nanoTime(), 1);
    }

    int pending() {
        return pending.get();
    }

    private static boolean isPassing(@Nullable Throwable failure) {
        return failure != null
                && (DomainFailure.causeOf(failure) instanceof Unavailable
                        || DomainFailure.causeOf(failure) instanceof TimedOut);
    }

    private void release(LeaseStore store, Claim claim, long leaseEnd, int attempt) {
        var _ = Calls.start(() -> store.release(claim)).whenComplete((_, failure) -> {
            if (!isPassing(failure) || timers.nanoTime() - leaseEnd >= 0) {
                pending.decrementAndGet();
            } else {
                var _ = timers.after(backoff.after(attempt), () -> release(store, claim, leaseEnd, attempt + 1));
            }
        });
    }
}
