package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LeaseStore.Listening;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One asking for a key, until it is got or given up. The key is asked for at once; when others have it, and waiting is
 * wanted, the claim opens an ear, stands in line, and asks again at news and when the lease that it waits for runs out.
 *
 * <p>One question at a time is under way. Whatever ends the acquisition completes its answer first, so that a key which
 * comes too late is seen to be unwanted and given back.
 */
final class Acquisition {
    private final LeaseStore store;
    private final LockContext context;
    private final Timers timers;
    private final Claim claim;
    private final LockOptions options;
    private final long begun;
    private final CompletableFuture<Optional<Hold>> answer = new CompletableFuture<>();

    private @Nullable Listening listening;
    private Timers.@Nullable Timer nextAsking;
    private long nextAskingAt;
    private Timers.@Nullable Timer deadline;
    private @Nullable Throwable lastFailure;
    private int failures;
    private boolean asking;
    private boolean newsMeanwhile;
    /** Whether the store may have the claim in its queue, or hold the key for it. */
    private boolean isKnownToStore;

    Acquisition(LeaseStore store, LockContext context, Claim claim, LockOptions options) {
        this.store = store;
        this.context = context;
        this.timers = context.timers();
        this.claim = claim;
        this.options = options;
        this.begun = timers.nanoTime();
    }

    CompletableFuture<Optional<Hold>> begin() {
        if (options.waits()) {
            synchronized (this) {
                deadline = timers.after(options.patience(), this::giveUp);
            }
        }
        var _ = answer.whenComplete((hold, _) -> end(hold != null && hold.isPresent()));
        ask();
        return answer;
    }

    private void ask() {
        Claim asked;
        synchronized (this) {
            if (answer.isDone()) {
                return;
            }
            if (asking) {
                newsMeanwhile = true;
                return;
            }
            asking = true;
            cancel(nextAsking);
            nextAsking = null;
            asked = listening == null ? claim : claim.patient(remaining());
            isKnownToStore |= listening != null;
        }
        long sent = timers.nanoTime();
        var _ = Calls.start(() -> store.take(asked)).whenComplete((attempt, failure) -> {
            if (failure == null) {
                answered(sent, attempt);
            } else {
                failed(DomainFailure.causeOf(failure));
            }
        });
    }

    private void answered(long sent, Attempt attempt) {
        switch (attempt) {
            case Attempt.Granted granted -> {
                LeasedHold hold = new LeasedHold(store, context, claim, options, granted, sent);
                if (!answer.complete(Optional.of(hold))) {
                    var _ = hold.release();
                }
            }
            case Attempt.Busy(Duration askAgainIn) -> busy(askAgainIn);
        }
    }

    private void busy(Duration askAgainIn) {
        answeredWell();
        if (answer.isDone()) {
            leave();
        } else if (!options.waits()) {
            answer.complete(Optional.empty());
        } else if (isListening()) {
            rest(askAgainIn);
        } else {
            listen();
        }
    }

    private void failed(Throwable failure) {
        noteOutcome(failure);
        if (!answer.isDone() && options.waits() && DomainFailure.isPassing(failure)) {
            rest(pauseAfter(failure));
            return;
        }
        answer.completeExceptionally(failure);
        leave();
    }

    /** Only who hears when the key is free may stand in line: who is called and does not come holds up the others. */
    private void listen() {
        var _ = Calls.start(() -> store.listen(claim, this::hear)).whenComplete((opened, failure) -> {
            if (failure != null) {
                failed(DomainFailure.causeOf(failure));
            } else if (keep(opened)) {
                rest(Duration.ZERO);
            } else {
                opened.close();
            }
        });
    }

    private synchronized boolean keep(Listening opened) {
        if (answer.isDone()) {
            return false;
        }
        listening = opened;
        return true;
    }

    private synchronized boolean isListening() {
        return listening != null;
    }

    /** The question under way is answered; the next follows after this time, or at once if there was news meanwhile. */
    private void rest(Duration time) {
        boolean atOnce;
        synchronized (this) {
            asking = false;
            atOnce = newsMeanwhile || !time.isPositive();
            newsMeanwhile = false;
            if (!atOnce && !answer.isDone()) {
                askAfter(time);
            }
        }
        if (answer.isDone()) {
            leave();
        } else if (atOnce) {
            ask();
        }
    }

    private void hear(Duration askAgainIn) {
        synchronized (this) {
            if (!asking && askAgainIn.isPositive() && !answer.isDone()) {
                if (nextAsking == null || timers.nanoTime() + askAgainIn.toNanos() - nextAskingAt < 0) {
                    cancel(nextAsking);
                    askAfter(askAgainIn);
                }
                return;
            }
        }
        ask();
    }

    private void askAfter(Duration time) {
        nextAskingAt = timers.nanoTime() + time.toNanos();
        nextAsking = timers.after(time, this::ask);
    }

    private void giveUp() {
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
     * Once the answer is there, or the caller cancelled it. Between two questions the claim may be in line, or hold the
     * key by one whose answer was lost; a question under way sees to that when it is answered.
     */
    private void end(boolean got) {
        Listening ear;
        boolean leaves;
        synchronized (this) {
            cancel(deadline);
            cancel(nextAsking);
            ear = listening;
            leaves = !asking && !got;
        }
        if (ear != null) {
            ear.close();
        }
        if (leaves) {
            leave();
        }
    }

    /** A claim that no caller wants any more must not hold the key: without this it would do so for its whole lease. */
    private void leave() {
        synchronized (this) {
            if (!isKnownToStore) {
                return;
            }
        }
        var _ = context.giveUps().begin(() -> store.release(claim), claim.lease());
    }

    /** Where nothing was done there is nothing to give up. */
    private synchronized void noteOutcome(Throwable failure) {
        isKnownToStore |= !(failure instanceof Unavailable);
    }

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    private synchronized void answeredWell() {
        failures = 0;
        lastFailure = null;
    }

    private synchronized Duration pauseAfter(Throwable failure) {
        lastFailure = failure;
        failures++;
        return context.backoff().after(failures);
    }

    private Duration remaining() {
        Duration left = options.patience().minusNanos(timers.nanoTime() - begun);
        return left.isPositive() ? left : Duration.ofMillis(1);
    }
}
