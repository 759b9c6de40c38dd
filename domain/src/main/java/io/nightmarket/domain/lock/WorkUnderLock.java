package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Stages;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Work that begins once a lock is held, which is released however the work ended. */
final class WorkUnderLock<H, T> {
    private final CompletableFuture<Optional<H>> acquired;
    private final Function<H, CompletionStage<Void>> release;
    private final Function<H, ? extends CompletionStage<T>> work;
    /** Whether the work began, or never will. */
    private final AtomicBoolean decided = new AtomicBoolean();

    WorkUnderLock(
            CompletionStage<Optional<H>> acquired,
            Function<H, CompletionStage<Void>> release,
            Function<H, ? extends CompletionStage<T>> work) {
        this.acquired = acquired.toCompletableFuture();
        this.release = release;
        this.work = work;
    }

    /** The work's answer; nothing without the lock. Cancelling it before the work began keeps that from beginning. */
    CompletionStage<Optional<T>> begin() {
        CompletableFuture<Optional<T>> answer =
                acquired.thenCompose(handle -> handle.isPresent() && decided.compareAndSet(false, true)
                        ? workAndRelease(handle.get())
                        : CompletableFuture.<Optional<T>>completedFuture(Optional.empty()));
        var _ = answer.whenComplete((_, _) -> abandon());
        return answer;
    }

    /** A lock that was granted while the caller cancelled is known only here. */
    private void abandon() {
        if (!acquired.cancel(false) && decided.compareAndSet(false, true)) {
            var _ = acquired.thenAccept(handle -> handle.ifPresent(late -> {
                var _ = release.apply(late);
            }));
        }
    }

    private CompletionStage<Optional<T>> workAndRelease(H handle) {
        return Stages.finallyDo(Calls.start(() -> work.apply(handle)), () -> release.apply(handle))
                .thenApply(Optional::ofNullable);
    }
}
