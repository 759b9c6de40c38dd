package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.failure.DomainFailure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Work that is done once something is held, which is released however the work ended. */
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

    /** The work's answer, or nothing when nothing is held. Cancelling it before the work began keeps that from beginning. */
    CompletionStage<Optional<T>> begin() {
        CompletableFuture<Optional<T>> answer =
                acquired.thenCompose(hold -> hold.isPresent() && decided.compareAndSet(false, true)
                        ? workAndRelease(hold.get())
                        : CompletableFuture.<Optional<T>>completedFuture(Optional.empty()));
        var _ = answer.whenComplete((_, _) -> forgo());
        return answer;
    }

    /** A lock that was granted while the caller cancelled is known only here. */
    private void forgo() {
        if (!acquired.cancel(false) && decided.compareAndSet(false, true)) {
            var _ = acquired.thenAccept(hold -> hold.ifPresent(late -> {
                var _ = release.apply(late);
            }));
        }
    }

    private CompletionStage<Optional<T>> workAndRelease(H hold) {
        CompletionStage<T> done = Calls.start(() -> work.apply(hold));
        return done.handle((value, failure) -> release.apply(hold)
                        .handle((_, _) -> failure)
                        .<Optional<T>>thenCompose(problem -> problem == null
                                ? CompletableFuture.completedStage(Optional.ofNullable(value))
                                : CompletableFuture.failedStage(DomainFailure.causeOf(problem))))
                .thenCompose(stage -> stage);
    }
}
