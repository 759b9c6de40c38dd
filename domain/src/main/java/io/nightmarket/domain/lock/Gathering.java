package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One asking for all keys of a {@link MultiLock}, until they are got or given up. */
final class Gathering {
    private final Timers timers;
    private final List<MultiLock.Part> parts;
    private final LockOptions options;
    private final long begun;
    private final List<Hold> held = new ArrayList<>();
    private final CompletableFuture<Optional<MultiHold>> answer = new CompletableFuture<>();

    private @Nullable CompletableFuture<Optional<Hold>> asking;
    private boolean ended;

    Gathering(Timers timers, List<MultiLock.Part> parts, LockOptions options) {
        this.timers = timers;
        this.parts = parts;
        this.options = options;
        this.begun = timers.nanoTime();
    }

    CompletableFuture<Optional<MultiHold>> begin() {
        var _ = answer.whenComplete((_, _) -> stop(() -> {}));
        askFor(parts.getFirst());
        return answer;
    }

    private void askFor(MultiLock.Part part) {
        Duration left = options.patience().minusNanos(timers.nanoTime() - begun);
        if (options.waits() && !left.isPositive()) {
            stop(() -> answer.complete(Optional.empty()));
            return;
        }
        CompletableFuture<Optional<Hold>> asked = Calls.start(() ->
                        part.lock().tryAcquire(part.key(), whileGathering(options.waits() ? left : Duration.ZERO)))
                .toCompletableFuture();
        boolean late;
        synchronized (this) {
            asking = asked;
            late = ended;
        }
        if (late) {
            var _ = asked.cancel(false);
        }
        var _ = asked.whenComplete((hold, failure) -> {
            if (failure != null) {
                stop(() -> answer.completeExceptionally(DomainFailure.causeOf(failure)));
            } else if (hold.isEmpty()) {
                stop(() -> answer.complete(Optional.empty()));
            } else {
                got(hold.get());
            }
        });
    }

    /** Each part is kept up until the whole ends, which is for {@link MultiHold} to see. */
    private LockOptions whileGathering(Duration patience) {
        return LockOptions.watched(options.lease(), LockOptions.LONGEST_LEASE).waiting(patience);
    }

    private void got(Hold hold) {
        boolean wanted;
        boolean all;
        synchronized (this) {
            wanted = !ended;
            if (wanted) {
                held.add(hold);
            }
            all = held.size() == parts.size();
            ended |= all;
        }
        if (!wanted) {
            var _ = hold.release();
        } else if (all) {
            complete();
        } else {
            var _ = hold.lost()
                    .thenRun(() -> stop(() -> answer.completeExceptionally(
                            new Conflict("the lock " + hold.key() + " was lost while others were waited for"))));
            askFor(parts.get(held.size()));
        }
    }

    private void complete() {
        MultiHold whole = new MultiHold(timers, held, options);
        if (!answer.complete(Optional.of(whole))) {
            var _ = whole.release();
        }
    }

    /** Releases what is held, and then does this; nothing if all is held or this was stopped already. */
    private void stop(Runnable outcome) {
        List<Hold> given;
        CompletableFuture<Optional<Hold>> underWay;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            given = List.copyOf(held);
            underWay = asking;
        }
        if (underWay != null) {
            var _ = underWay.cancel(false);
        }
        var _ = MultiHold.releaseAll(given).whenComplete((_, _) -> outcome.run());
    }
}
