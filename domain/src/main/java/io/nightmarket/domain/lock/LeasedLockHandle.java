package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A handle and its watchdog. One timer runs: to the next renewal or, when none comes first, to the end of the lease. */
final class LeasedLockHandle extends ReentrantHandle implements LockHandle {
    private final LockContext context;
    private final Timers timers;
    private final LeaseRequest request;
    private final long token;
    private final LeaseTerm term;
    private final LeaseStore store;
    private Timers.@Nullable Timer timer;

    /** @param requestedAt when the lease was requested; the store's began later */
    LeasedLockHandle(
            LeaseStore store,
            LockContext context,
            LeaseRequest request,
            LockOptions options,
            Attempt.Granted granted,
            long requestedAt) {
        this.store = store;
        this.context = context;
        this.timers = context.timers();
        this.request = request;
        this.token = granted.token();
        this.term = new LeaseTerm(options, granted.lease(), requestedAt);
        context.held().add(this);
        boolean isReserved;
        synchronized (this) {
            isReserved = term.isReserved();
            startTimer(requestedAt + term.renewalInterval());
        }
        if (isReserved) {
            var _ = prolong(1);
        }
    }

    @Override
    public String key() {
        return request.key();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    CompletionStage<Void> prolong(int count) {
        long sentAt = timers.nanoTime();
        synchronized (this) {
            term.renewalSent(sentAt);
        }
        return Calls.start(() -> store.renew(request, count)).thenAccept(held -> {
            if (!held) {
                boolean _ = lose();
                throw leaseGone(request);
            }
            renewed(sentAt);
        });
    }

    @Override
    CompletionStage<Void> giveUp() {
        return leaseRelease().begin();
    }

    @Override
    void ended() {
        context.held().remove(this);
        stopTimer();
    }

    @Override
    Conflict endedBy(boolean loss) {
        return loss ? leaseGone(request) : new Conflict(request.key() + " was released already");
    }

    static Conflict leaseGone(LeaseRequest request) {
        return new Conflict("the lease of the lock " + request.key() + " is gone");
    }

    /** Asks the store whether the key is held, without lengthening the lease. A failure is left to the end of the lease. */
    void verify() {
        Duration left;
        synchronized (this) {
            left = Duration.ofNanos(term.leaseEnd() - timers.nanoTime());
        }
        if (isHeld() && left.toMillis() > 0) {
            LeaseRequest rest = new LeaseRequest(request.key(), request.holder(), left, Duration.ZERO);
            var _ = Calls.start(() -> store.renew(rest, reentranceCount())).thenAccept(held -> {
                if (!held) {
                    boolean _ = lose();
                }
            });
        }
    }

    private synchronized void renewed(long sentAt) {
        if (isHeld() && term.renewed(sentAt)) {
            startTimer(sentAt + term.renewalInterval());
        }
    }

    private synchronized void startTimer(long renewal) {
        stopTimer();
        long delay = Math.max(0, term.nextAction(renewal) - timers.nanoTime());
        timer = timers.after(Duration.ofNanos(delay), this::renewOrEnd);
    }

    private void renewOrEnd() {
        long now = timers.nanoTime();
        boolean isOver;
        synchronized (this) {
            if (!isHeld()) {
                return;
            }
            isOver = now - term.end() >= 0;
            if (!isOver) {
                // If the renewal fails there is time for a few more before the lease ends.
                startTimer(now + term.renewalInterval() / 2);
            }
        }
        if (!isOver) {
            var _ = prolong(reentranceCount());
        } else if (lose() && possibleEnd() - now > 0) {
            leaseRelease().inBackground();
        }
    }

    private synchronized long possibleEnd() {
        return term.possibleEnd();
    }

    private LeaseRelease leaseRelease() {
        return new LeaseRelease(context, store, request, possibleEnd());
    }

    private synchronized void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
