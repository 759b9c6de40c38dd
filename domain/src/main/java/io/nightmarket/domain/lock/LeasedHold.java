package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A hold and its watchdog. One timer runs: to the next renewal while the hold is young enough for one, then to the end
 * of the lease, where the hold is lost.
 */
final class LeasedHold implements Hold {
    private enum State {
        HELD,
        RELEASED,
        LOST
    }

    private static final int RELEASE_TRIES = 3;
    private static final Duration RELEASE_PAUSE = Duration.ofMillis(100);

    private final LeaseStore store;
    private final Timers timers;
    private final Claim claim;
    private final LockOptions options;
    private final long token;
    private final long begun;
    private final CompletableFuture<Void> lost = new CompletableFuture<>();

    private State state = State.HELD;
    private int depth = 1;
    private long leaseEnd;
    /** Between renewals, in nanoseconds. */
    private long pace;
    /** Whether the lease is what is left of a reservation, which is renewed with or without a watchdog. */
    private boolean isReserved;

    private Timers.@Nullable Timer timer;

    /** @param asked when the lease was asked for; the store's began later */
    LeasedHold(LeaseStore store, Timers timers, Claim claim, LockOptions options, Attempt.Granted granted, long asked) {
        this.store = store;
        this.timers = timers;
        this.claim = claim;
        this.options = options;
        this.token = granted.token();
        this.begun = asked;
        this.leaseEnd = asked + granted.lease().toNanos();
        this.isReserved = granted.lease().compareTo(claim.lease()) < 0;
        synchronized (this) {
            pace = LockOptions.renewal(granted.lease()).toNanos();
            watch(asked + pace);
        }
    }

    @Override
    public String key() {
        return claim.key();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public CompletionStage<Void> lost() {
        return lost.minimalCompletionStage();
    }

    @Override
    public CompletionStage<Void> renew() {
        return enter(0);
    }

    @Override
    public CompletionStage<Void> reenter() {
        return enter(1);
    }

    @Override
    public CompletionStage<Void> release() {
        return enter(-1);
    }

    private CompletionStage<Void> enter(int change) {
        int entered;
        synchronized (this) {
            if (state != State.HELD) {
                return CompletableFuture.failedStage(
                        state == State.LOST ? leaseGone() : new Conflict(claim.key() + " was released already"));
            }
            depth += change;
            entered = depth;
            if (entered == 0) {
                state = State.RELEASED;
                stopTimer();
            }
        }
        if (entered == 0) {
            return giveUp(1, false);
        }
        if (change < 0) {
            // The count that decides is this one; the store, which only shows it, hears of it with the next renewal.
            return CompletableFuture.completedStage(null);
        }
        CompletionStage<Void> done = prolong(entered);
        return change == 0 ? done : done.exceptionallyCompose(this::undoEntry);
    }

    /** An entry that failed never was; if all others were left meanwhile, so is the key. */
    private CompletionStage<Void> undoEntry(Throwable failure) {
        boolean last;
        synchronized (this) {
            depth--;
            last = state == State.HELD && depth == 0;
            if (last) {
                state = State.RELEASED;
                stopTimer();
            }
        }
        CompletionStage<Void> left = last ? giveUp(1, false) : CompletableFuture.completedStage(null);
        return left.handle((_, _) -> failure)
                .thenCompose(cause -> CompletableFuture.failedStage(DomainFailure.causeOf(cause)));
    }

    private Conflict leaseGone() {
        return new Conflict("the lease of the lock " + claim.key() + " is gone");
    }

    private CompletionStage<Void> prolong(int entered) {
        long sent = timers.nanoTime();
        return Calls.start(() -> store.renew(claim, entered)).thenAccept(held -> {
            if (!held) {
                lose();
                throw leaseGone();
            }
            renewed(sent);
        });
    }

    private synchronized void renewed(long sent) {
        long end = sent + claim.lease().toNanos();
        if (state == State.HELD && end - leaseEnd > 0) {
            isReserved = false;
            leaseEnd = end;
            pace = options.renewal().toNanos();
            watch(sent + pace);
        }
    }

    /**
     * Sets the timer to the renewal, or, when that would come too late or is not wanted, to the end. Who gives a reserved
     * key back before its renewal was spared a write to the store.
     */
    private void watch(long renewal) {
        stopTimer();
        long next = (options.isWatched() || isReserved) && renewal - end() < 0 ? renewal : end();
        timer = timers.after(Duration.ofNanos(Math.max(0, next - timers.nanoTime())), this::tick);
    }

    /** A watchdog's hold ends with its longest time, though the store may keep the lease a little longer. */
    private long end() {
        long longest = begun + options.longest().toNanos();
        return options.isWatched() && longest - leaseEnd < 0 ? longest : leaseEnd;
    }

    private void tick() {
        long now = timers.nanoTime();
        int entered;
        boolean over;
        synchronized (this) {
            if (state != State.HELD) {
                return;
            }
            entered = depth;
            over = now - end() >= 0;
            if (!over) {
                // Asked again soon if this fails: there is room for a few tries before the lease ends.
                watch(now + pace / 2);
            }
        }
        if (over) {
            lose();
        } else {
            var _ = prolong(entered);
        }
    }

    private void lose() {
        synchronized (this) {
            if (state != State.HELD) {
                return;
            }
            state = State.LOST;
            stopTimer();
        }
        lost.complete(null);
    }

    /** @param maybeDone whether an earlier attempt's reply was lost: "not held" then means that it did its work */
    private CompletionStage<Void> giveUp(int attempt, boolean maybeDone) {
        return Calls.start(() -> store.release(claim))
                .handle((held, failure) -> {
                    if (failure == null) {
                        return held || maybeDone
                                ? CompletableFuture.<Void>completedStage(null)
                                : CompletableFuture.<Void>failedStage(leaseGone());
                    }
                    Throwable cause = DomainFailure.causeOf(failure);
                    boolean lostReply = cause instanceof TimedOut;
                    return (lostReply || cause instanceof Unavailable) && attempt < RELEASE_TRIES
                            ? timers.pause(RELEASE_PAUSE).thenCompose(_ -> giveUp(attempt + 1, maybeDone || lostReply))
                            : CompletableFuture.<Void>failedStage(cause);
                })
                .thenCompose(stage -> stage);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
