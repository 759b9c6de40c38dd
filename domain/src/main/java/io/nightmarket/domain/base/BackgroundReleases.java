package io.nightmarket.domain.base;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Releases of leases that no caller waits for, retried until the store confirms them or the lease has ended. */
public final class BackgroundReleases {
    /** More releases than this are sent once; one that fails is left to the end of its lease. */
    public static final int MAX_PENDING = 10_000;

    private final Timers timers;
    private final Backoff backoff;
    private final AtomicInteger pending = new AtomicInteger();

    public BackgroundReleases(Timers timers, Backoff backoff) {
        this.timers = timers;
        this.backoff = backoff;
    }

    /** As {@link #begin(Supplier, long)}, of a lease that ends within this duration from now on. */
    public CompletionStage<Void> begin(Supplier<? extends CompletionStage<?>> release, Duration lease) {
        return begin(release, timers.nanoTime() + lease.toNanos());
    }

    /**
     * Completes when a release is confirmed; fails as the last one did.
     *
     * @param leaseEnd when the lease ends, whatever became of the release
     */
    public CompletionStage<Void> begin(Supplier<? extends CompletionStage<?>> release, long leaseEnd) {
        boolean isRetried = pending.incrementAndGet() <= MAX_PENDING;
        CompletableFuture<Void> done = new CompletableFuture<>();
        attempt(new Release(release, isRetried ? leaseEnd : timers.nanoTime(), done), 1);
        return done;
    }

    private record Release(Supplier<? extends CompletionStage<?>> call, long leaseEnd, CompletableFuture<Void> done) {}

    public int pending() {
        return pending.get();
    }

    private void attempt(Release release, int attempt) {
        var _ = Calls.start(() -> release.call().get().<Void>thenApply(_ -> null))
                .whenComplete((_, failure) -> {
                    if (failure == null) {
                        pending.decrementAndGet();
                        release.done().complete(null);
                    } else {
                        failed(release, attempt, DomainFailure.causeOf(failure));
                    }
                });
    }

    private void failed(Release release, int attempt, Throwable failure) {
        if (DomainFailure.isPassing(failure) && timers.nanoTime() - release.leaseEnd() < 0) {
            var _ = timers.after(backoff.after(attempt), () -> attempt(release, attempt + 1));
        } else {
            pending.decrementAndGet();
            release.done().completeExceptionally(failure);
        }
    }
}
