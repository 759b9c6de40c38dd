package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One acquisition of all keys of a {@link MultiLock}, one after the other. */
final class MultiLockAcquisition {
    private final Timers timers;
    private final List<MultiLock.Part> parts;
    private final LockOptions options;
    private final long begunAt;
    private final List<LockHandle> held = new ArrayList<>();
    private final CompletableFuture<Optional<MultiLockHandle>> answer = new CompletableFuture<>();

    private @Nullable CompletableFuture<Optional<LockHandle>> underWay;
    private boolean isEnded;

    MultiLockAcquisition(Timers timers, List<MultiLock.Part> parts, LockOptions options) {
        this.timers = timers;
        this.parts = parts;
        this.options = options;
        this.begunAt = timers.nanoTime();
    }

    CompletableFuture<Optional<MultiLockHandle>> begin() {
        var _ = answer.whenComplete((_, _) -> stop(() -> {}));
        acquire(parts.getFirst());
        return answer;
    }

    private void acquire(MultiLock.Part part) {
        Duration left = options.waitTimeout().minusNanos(timers.nanoTime() - begunAt);
        // Each key is kept until the whole ends, which is up to the MultiLockHandle. One that is due at the end of the
        // wait is asked for once: only its store knows whether others hold it.
        LockOptions partOptions = LockOptions.watched(options.lease(), LockOptions.MAX_HOLD_TIME)
                .waiting(left.isPositive() ? left : Duration.ZERO);
        CompletableFuture<Optional<LockHandle>> acquired = Calls.start(
                        () -> part.lock().tryAcquire(part.key(), partOptions))
                .toCompletableFuture();
        boolean isTooLate;
        synchronized (this) {
            underWay = acquired;
            isTooLate = isEnded;
        }
        if (isTooLate) {
            var _ = acquired.cancel(false);
        }
        var _ = acquired.whenComplete((handle, failure) -> {
            if (failure != null) {
                stop(() -> answer.completeExceptionally(DomainFailure.causeOf(failure)));
            } else if (handle.isEmpty()) {
                stop(() -> answer.complete(Optional.empty()));
            } else {
                add(handle.get());
            }
        });
    }

    private void add(LockHandle handle) {
        boolean isWanted;
        boolean isLast;
        synchronized (this) {
            isWanted = !isEnded;
            if (isWanted) {
                held.add(handle);
            }
            isLast = held.size() == parts.size();
            isEnded |= isLast;
        }
        if (!isWanted) {
            var _ = handle.release();
        } else if (isLast) {
            complete();
        } else {
            var _ = handle.lost()
                    .thenRun(() -> stop(() -> answer.completeExceptionally(
                            new Conflict("the lock " + handle.key() + " was lost while others were waited for"))));
            acquire(parts.get(held.size()));
        }
    }

    private void complete() {
        MultiLockHandle whole = new MultiLockHandle(timers, held, options);
        if (!answer.complete(Optional.of(whole))) {
            var _ = whole.release();
        }
    }

    /** Releases what is held, and runs {@code outcome} then; does nothing once all is held or this was stopped before. */
    private void stop(Runnable outcome) {
        List<LockHandle> unwanted;
        CompletableFuture<Optional<LockHandle>> last;
        synchronized (this) {
            if (isEnded) {
                return;
            }
            isEnded = true;
            unwanted = List.copyOf(held);
            last = underWay;
        }
        if (last != null) {
            var _ = last.cancel(false);
        }
        var _ = MultiLockHandle.releaseAll(unwanted).whenComplete((_, _) -> outcome.run());
    }
}
