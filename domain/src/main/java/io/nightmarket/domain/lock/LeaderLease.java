package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A lease by which the nodes of a cluster agree on a leader. It decides which node tries: what a paused leader still
 * writes, only a fencing token refuses. Calls follow one another.
 */
public final class LeaderLease {
    /** The result of {@link #acquireOrRenew}. */
    public enum Leadership {
        /** Another node leads. */
        NONE,
        /** This node leads from now on; possibly it led before, lost the lease and has it again. */
        ACQUIRED,
        /** This node still leads. */
        KEPT
    }

    private final DistributedLock lock;
    private final String key;
    private final LockOptions options;
    private final Timers timers;
    private final AtomicReference<@Nullable LockHandle> handle = new AtomicReference<>();
    private long renewAt;

    public LeaderLease(DistributedLock lock, String key, LockOptions options, Timers timers) {
        this.lock = lock;
        this.key = key;
        this.options = options;
        this.timers = timers;
    }

    public String key() {
        return key;
    }

    /** The time between two renewals, and between two attempts of a node that does not lead. */
    public Duration interval() {
        return options.renewalInterval();
    }

    /**
     * Acquires the lease or, when an {@link #interval} has passed, renews it. One that was lost is requested again at once:
     * the store may have lost all leases. Fails as the lock does.
     */
    public CompletionStage<Leadership> acquireOrRenew() {
        LockHandle current = handle.get();
        if (current == null) {
            return acquire();
        }
        long now = timers.nanoTime();
        if (now - renewAt < 0) {
            return CompletableFuture.completedStage(Leadership.KEPT);
        }
        return current.renew()
                .thenApply(_ -> {
                    renewAt = now + interval().toNanos();
                    return Leadership.KEPT;
                })
                .exceptionallyCompose(failure -> isLost(failure) ? acquire() : CompletableFuture.failedStage(failure));
    }

    private CompletionStage<Leadership> acquire() {
        handle.set(null);
        long now = timers.nanoTime();
        return lock.tryAcquire(key, options).thenApply(acquired -> {
            acquired.ifPresent(this::hold);
            renewAt = now + interval().toNanos();
            return acquired.isPresent() ? Leadership.ACQUIRED : Leadership.NONE;
        });
    }

    private void hold(LockHandle acquired) {
        handle.set(acquired);
        var _ = acquired.lost().thenRun(() -> handle.compareAndSet(acquired, null));
    }

    /** Has the next {@link #acquireOrRenew} ask the store, since a failure may mean that another node leads. */
    public void renewNext() {
        renewAt = timers.nanoTime();
    }

    /** The stage, during which the lease is renewed, for up to this time: work that hangs longer loses it. */
    public <T> CompletionStage<T> renewDuring(CompletionStage<T> work, Duration limit) {
        CompletableFuture<T> done = work.toCompletableFuture();
        renewUntil(done, timers.nanoTime() + limit.toNanos());
        return done;
    }

    private void renewUntil(CompletableFuture<?> done, long end) {
        if (done.isDone() || timers.nanoTime() - end >= 0) {
            return;
        }
        Timers.Timer timer = timers.after(interval(), () -> {
            LockHandle current = handle.get();
            if (!done.isDone() && current != null) {
                var _ = current.renew().whenComplete((_, failure) -> {
                    if (failure == null || !isLost(failure)) {
                        renewUntil(done, end);
                    }
                });
            }
        });
        var _ = done.whenComplete((_, _) -> timer.cancel());
    }

    /** Releases the lease if this node has it, so that another may lead at once. Fails as the lock does. */
    public CompletionStage<Void> release() {
        LockHandle last = handle.getAndSet(null);
        return last == null
                ? CompletableFuture.completedStage(null)
                : last.release()
                        .exceptionallyCompose(failure -> isLost(failure)
                                ? CompletableFuture.completedStage(null)
                                : CompletableFuture.failedStage(failure));
    }

    private static boolean isLost(Throwable failure) {
        return DomainFailure.causeOf(failure) instanceof Conflict;
    }
}
