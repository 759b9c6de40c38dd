package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are held as one: when one is lost, so is the whole, and the others are released. A hold that was lost or
 * released never comes back; every call on it then fails with {@code Conflict}. It may be entered again, as a {@link Hold}.
 * Safe for use by several threads.
 */
public final class MultiHold {
    private final Timers timers;
    private final List<Hold> holds;
    private final LockOptions options;
    private final CompletableFuture<Void> lost = new CompletableFuture<>();

    private boolean over;
    private int depth = 1;
    private Timers.@Nullable Timer end;

    MultiHold(Timers timers, List<Hold> holds, LockOptions options) {
        this.timers = timers;
        this.holds = List.copyOf(holds);
        this.options = options;
        prolong();
        for (Hold hold : this.holds) {
            var _ = hold.lost().thenRun(this::lose);
        }
    }

    /** The parts, in the order in which they were taken, each with its key and fencing token. They are released as one. */
    public List<Hold> holds() {
        return holds;
    }

    /** Completes when one part is lost, or the time of all is over, before the release. */
    public CompletionStage<Void> lost() {
        return lost.minimalCompletionStage();
    }

    /** Lengthens the leases of all parts to their full length from now. Fails as the first part that does. */
    public CompletionStage<Void> renew() {
        return isOver() ? CompletableFuture.failedStage(gone()) : renewParts();
    }

    /** As {@link Hold#reenter}: as many releases are needed then, and the renewal of all parts proves that they live. */
    public CompletionStage<Void> reenter() {
        synchronized (this) {
            if (over) {
                return CompletableFuture.failedStage(gone());
            }
            depth++;
        }
        return renewParts().exceptionallyCompose(this::undoEntry);
    }

    /** An entry that failed never was; if all others were left meanwhile, so are the keys. */
    private CompletionStage<Void> undoEntry(Throwable failure) {
        return (leave() ? releaseAll(holds) : CompletableFuture.<Void>completedStage(null))
                .handle((_, _) -> failure)
                .thenCompose(cause -> CompletableFuture.failedStage(DomainFailure.causeOf(cause)));
    }

    private CompletionStage<Void> renewParts() {
        CompletableFuture<?>[] renewals = holds.stream()
                .map(hold -> Calls.start(hold::renew).toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(renewals).thenRun(() -> {
            if (!options.isWatched()) {
                prolong();
            }
        });
    }

    /**
     * Undoes one {@link #reenter}, or gives all keys up, the last first, each of them however the others end. Fails as the
     * first part that does.
     */
    public CompletionStage<Void> release() {
        boolean last;
        synchronized (this) {
            if (over) {
                return CompletableFuture.failedStage(gone());
            }
            last = leave();
        }
        return last ? releaseAll(holds) : CompletableFuture.completedStage(null);
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** Whether this was the last entry, so that the keys are to be released. */
    private synchronized boolean leave() {
        depth--;
        return depth == 0 && finish();
    }

    private synchronized void prolong() {
        if (!over) {
            cancelEnd();
            Duration time = options.longest();
            end = timers.after(time, this::lose);
        }
    }

    private void lose() {
        if (finish()) {
            lost.complete(null);
            var _ = releaseAll(holds);
        }
    }

    private synchronized boolean finish() {
        if (over) {
            return false;
        }
        over = true;
        cancelEnd();
        return true;
    }

    private void cancelEnd() {
        if (end != null) {
            end.cancel();
        }
    }

    private static Conflict gone() {
        return new Conflict("the locks that were held as one were released or lost");
    }

    /** All at once, the last first, so that a store which does not answer holds up no other; fails as one of them. */
    static CompletionStage<Void> releaseAll(List<Hold> holds) {
        CompletableFuture<?>[] releases = holds.reversed().stream()
                .map(hold -> Calls.start(hold::release).toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(releases);
    }
}
