package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
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

    /** The caller waits for this number of attempts to release; further ones follow in the background. */
    private static final int RELEASE_TRIES = 3;

    /** After which the first renewal of a reservation is tried again. */
    private static final long RESERVED_PACE_NANOS = 500_000_000;

    private final LockContext context;
    private final Timers timers;
    private final Claim claim;
    private final LockOptions options;
    private final long token;
    private final long begun;
    private final CompletableFuture<Void> lost = new CompletableFuture<>();

    private volatile LeaseStore store;
    private State state = State.HELD;
    private int depth = 1;
    private long leaseEnd;
    /**
     * Whether the lease is the rest of a reservation: its renewal is on the way, and is retried without a watchdog too.
     */
    private boolean isReserved;
    /** When the store frees the key at the latest, whatever became of renewals. */
    private long possibleEnd;

    private Timers.@Nullable Timer timer;

    /** @param asked when the lease was asked for; the store's began later */
    LeasedHold(
            LeaseStore store,
            LockContext context,
            Claim claim,
            LockOptions options,
            Attempt.Granted granted,
            long asked) {
        this.store = store;
        this.context = context;
        this.timers = context.timers();
        this.claim = claim;
        this.options = options;
        this.token = granted.token();
        this.begun = asked;
        this.leaseEnd = asked + granted.lease().toNanos();
        this.possibleEnd = leaseEnd;
        this.isReserved = granted.lease().compareTo(claim.lease()) < 0;
        context.held().add(this);
        synchronized (this) {
            watch(asked + pace());
        }
        if (isReserved) {
            var _ = prolong(depth);
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
                return CompletableFuture.failedStage(gone());
            }
            depth += change;
            entered = depth;
            if (entered == 0) {
                finish(State.RELEASED);
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
                finish(State.RELEASED);
            }
        }
        CompletionStage<Void> left = last ? giveUp(1, false) : CompletableFuture.completedStage(null);
        return left.handle((_, _) -> failure)
                .thenCompose(cause -> CompletableFuture.failedStage(DomainFailure.causeOf(cause)));
    }

    private Conflict gone() {
        return state == State.LOST ? leaseGone() : new Conflict(claim.key() + " was released already");
    }

    private Conflict leaseGone() {
        return new Conflict("the lease of the lock " + claim.key() + " is gone");
    }

    private CompletionStage<Void> prolong(int entered) {
        long sent = timers.nanoTime();
        mayHoldUntil(sent + claim.lease().toNanos());
        return Calls.start(() -> store.renew(claim, entered)).thenAccept(held -> {
            if (!held) {
                lose();
                throw leaseGone();
            }
            renewed(sent);
        });
    }

    /** A renewal that is not answered may have taken effect. */
    private synchronized void mayHoldUntil(long end) {
        possibleEnd = end - possibleEnd > 0 ? end : possibleEnd;
    }

    private synchronized void renewed(long sent) {
        long end = sent + claim.lease().toNanos();
        if (state == State.HELD && end - leaseEnd > 0) {
            isReserved = false;
            leaseEnd = end;
            mayHoldUntil(end);
            watch(sent + pace());
        }
    }

    /** Asks the store whether the hold lives, without making its lease longer. What fails is left to the lease's end. */
    void verify() {
        Duration left;
        int entered;
        synchronized (this) {
            left = Duration.ofNanos(leaseEnd - timers.nanoTime());
            entered = depth;
            if (state != State.HELD || left.toMillis() <= 0) {
                return;
            }
        }
        Claim rest = new Claim(claim.key(), claim.holder(), left, Duration.ZERO);
        var _ = Calls.start(() -> store.renew(rest, entered)).thenAccept(held -> {
            if (!held) {
                lose();
            }
        });
    }

    /** Whether it was granted by one of these. */
    boolean isOf(LeaseStore one, LeaseStore other) {
        LeaseStore mine = store;
        return mine.equals(one) || mine.equals(other);
    }

    /** Goes on in a view of the same key that takes fewer units of it. */
    CompletionStage<Void> moveTo(LeaseStore view) {
        synchronized (this) {
            if (state != State.HELD) {
                return CompletableFuture.failedStage(gone());
            }
        }
        long sent = timers.nanoTime();
        return Calls.start(() -> view.take(claim)).thenAccept(attempt -> {
            if (attempt instanceof Attempt.Granted granted && granted.token() == token) {
                store = view;
                renewed(sent);
                return;
            }
            // The lease was gone, and what was granted instead is another hold.
            lose();
            var _ = context.giveUps().begin(() -> view.release(claim), claim.lease());
            throw leaseGone();
        });
    }

    /** Between renewals, in nanoseconds. */
    private long pace() {
        return isReserved ? RESERVED_PACE_NANOS : options.renewal().toNanos();
    }

    /** Sets the timer to the renewal, or, when that would come too late or is not wanted, to the end. */
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
                watch(now + pace() / 2);
            }
        }
        if (over) {
            lose();
            if (possibleEnd() - now > 0) {
                var _ = context.giveUps().begin(() -> store.release(claim), possibleEnd());
            }
        } else {
            var _ = prolong(entered);
        }
    }

    private synchronized long possibleEnd() {
        return possibleEnd;
    }

    private void lose() {
        synchronized (this) {
            if (state != State.HELD) {
                return;
            }
            finish(State.LOST);
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
                    return giveUpAgain(attempt, maybeDone, DomainFailure.causeOf(failure));
                })
                .thenCompose(stage -> stage);
    }

    private CompletionStage<Void> giveUpAgain(int attempt, boolean maybeDone, Throwable failure) {
        if (!DomainFailure.isPassing(failure)) {
            return CompletableFuture.failedStage(failure);
        }
        if (attempt < RELEASE_TRIES) {
            return timers.pause(context.backoff().after(attempt))
                    .thenCompose(_ -> giveUp(attempt + 1, maybeDone || failure instanceof TimedOut));
        }
        var _ = context.giveUps().begin(() -> store.release(claim), possibleEnd());
        return CompletableFuture.failedStage(failure);
    }

    private void finish(State end) {
        state = end;
        context.held().remove(this);
        stopTimer();
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
