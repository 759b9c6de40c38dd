package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LeaseStore.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition of a key. The key is requested at once; when others hold it and waiting is wanted, the request subscribes
 * to wake-ups, is queued, and is repeated at wake-ups and when the lease that it waits for ends.
 *
 * <p>Every end of the acquisition completes its answer first, so that a key which is granted too late is seen to be
 * unwanted and released.
 */
// Over 200 lines: the steps of one acquisition share its state, under one lock.
final class LockAcquisition {
    private final LeaseStore store;
    private final LockContext context;
    private final Timers timers;
    private final LeaseRequest request;
    private final LockOptions options;
    private final long begunAt;
    private final RequestSchedule schedule;
    private final CompletableFuture<Optional<LockHandle>> answer = new CompletableFuture<>();

    private @Nullable Subscription subscription;
    private Timers.@Nullable Timer deadline;
    /** What the wait ends with; nothing when the store's last answer was that others hold the key. */
    private @Nullable Throwable lastFailure = new TimedOut("the store did not answer while the lock was waited for");

    private int failures;
    /** Whether the store may have the request in its queue, or hold the key for it. */
    private boolean isKnownToStore;

    LockAcquisition(LeaseStore store, LockContext context, LeaseRequest request, LockOptions options) {
        this.store = store;
        this.context = context;
        this.timers = context.timers();
        this.request = request;
        this.options = options;
        this.begunAt = timers.nanoTime();
        this.schedule = new RequestSchedule(timers, this::take);
    }

    CompletableFuture<Optional<LockHandle>> begin() {
        if (options.waits()) {
            synchronized (this) {
                deadline = timers.after(options.waitTimeout(), this::timeOut);
            }
        }
        var _ = answer.whenComplete((handle, _) -> end(handle != null && handle.isPresent()));
        schedule.requestNow();
        return answer;
    }

    private void take() {
        LeaseRequest sent;
        synchronized (this) {
            sent = subscription == null ? request : request.waiting(remaining());
            isKnownToStore |= subscription != null;
        }
        long sentAt = timers.nanoTime();
        var _ = Calls.start(() -> store.take(sent)).whenComplete((attempt, failure) -> {
            if (failure == null) {
                answered(sentAt, attempt);
            } else {
                failed(DomainFailure.causeOf(failure));
            }
        });
    }

    private void answered(long sentAt, Attempt attempt) {
        switch (attempt) {
            case Attempt.Granted granted -> {
                LeasedLockHandle handle = new LeasedLockHandle(store, context, request, options, granted, sentAt);
                if (!answer.complete(Optional.of(handle))) {
                    var _ = handle.release();
                }
            }
            case Attempt.Busy(Duration retryAfter) -> busy(retryAfter);
        }
    }

    private void busy(Duration retryAfter) {
        synchronized (this) {
            failures = 0;
            lastFailure = null;
        }
        if (answer.isDone()) {
            leave();
        } else if (!options.waits()) {
            answer.complete(Optional.empty());
        } else if (isSubscribed()) {
            pause(retryAfter);
        } else {
            subscribe();
        }
    }

    private void failed(Throwable failure) {
        synchronized (this) {
            // Where nothing was done there is nothing to release.
            isKnownToStore |= !(failure instanceof Unavailable);
        }
        if (!answer.isDone() && options.waits() && DomainFailure.isPassing(failure)) {
            pause(backoffAfter(failure));
            return;
        }
        answer.completeExceptionally(failure);
        leave();
    }

    /** A request is queued only once it is subscribed: one that does not come when woken delays the others. */
    private void subscribe() {
        var _ = Calls.start(() -> store.subscribe(request, schedule::wakeUp)).whenComplete((opened, failure) -> {
            if (failure != null) {
                failed(DomainFailure.causeOf(failure));
            } else if (keep(opened)) {
                pause(Duration.ZERO);
            } else {
                opened.close();
            }
        });
    }

    private synchronized boolean keep(Subscription opened) {
        if (answer.isDone()) {
            return false;
        }
        subscription = opened;
        return true;
    }

    private synchronized boolean isSubscribed() {
        return subscription != null;
    }

    private void pause(Duration retryAfter) {
        if (!schedule.answered(retryAfter)) {
            leave();
        }
    }

    private void timeOut() {
        Throwable failure;
        synchronized (this) {
            failure = lastFailure;
        }
        if (failure == null) {
            answer.complete(Optional.empty());
        } else {
            answer.completeExceptionally(failure);
        }
    }

    /**
     * Once the answer is there, or the caller cancelled it. Between two requests the store may have queued this one, or
     * granted it by a reply that was lost; a request under way sees to that when it is answered.
     */
    private void end(boolean isGranted) {
        boolean isIdle = schedule.close();
        Subscription last;
        synchronized (this) {
            if (deadline != null) {
                deadline.cancel();
            }
            last = subscription;
        }
        if (last != null) {
            last.close();
        }
        if (isIdle && !isGranted) {
            leave();
        }
    }

    /**
     * A request that no caller wants any more must not hold the key, which would last for its whole lease, nor a place in the
     * queue, which would last as long as any other waiter's.
     */
    private void leave() {
        boolean isQueued;
        synchronized (this) {
            if (!isKnownToStore) {
                return;
            }
            isQueued = subscription != null;
        }
        Duration life = isQueued ? LockOptions.MAX_WAIT_TIMEOUT.plus(request.lease()) : request.lease();
        var _ = context.backgroundReleases().begin(() -> store.release(request), life);
    }

    private synchronized Duration backoffAfter(Throwable failure) {
        lastFailure = failure;
        failures++;
        return context.backoff().after(failures);
    }

    private Duration remaining() {
        Duration left = options.waitTimeout().minusNanos(timers.nanoTime() - begunAt);
        return left.isPositive() ? left : Duration.ofMillis(1);
    }
}
