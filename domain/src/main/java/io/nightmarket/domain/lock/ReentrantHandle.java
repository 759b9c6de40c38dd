package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Stages;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The state of a lock handle and its re-entrance count, which is the one that decides: a store only shows it. Safe for
 * use by several threads; what subclasses guard is guarded by the handle's monitor, too.
 */
abstract class ReentrantHandle {
    private enum State {
        HELD,
        RELEASED,
        LOST
    }

    private final CompletableFuture<Void> lost = new CompletableFuture<>();
    private State state = State.HELD;
    private int reentranceCount = 1;

    /** Renews what is held. */
    abstract CompletionStage<Void> prolong(int count);

    /** Releases what is held. */
    abstract CompletionStage<Void> giveUp();

    /** Called once, with the monitor held: the handle is released or lost. */
    abstract void ended();

    /** The failure of calls that come after the end. */
    abstract Conflict endedBy(boolean loss);

    public final CompletionStage<Void> lost() {
        return lost.minimalCompletionStage();
    }

    public final CompletionStage<Void> renew() {
        int count;
        synchronized (this) {
            if (state != State.HELD) {
                return refused();
            }
            count = reentranceCount;
        }
        return prolong(count);
    }

    /** A re-entrance that failed never was; if all others were released meanwhile, so is the handle. */
    public final CompletionStage<Void> reenter() {
        int count;
        synchronized (this) {
            if (state != State.HELD) {
                return refused();
            }
            count = ++reentranceCount;
        }
        return prolong(count).exceptionallyCompose(failure -> Stages.failAfter(leave() ? giveUp() : done(), failure));
    }

    public final CompletionStage<Void> release() {
        boolean isLast;
        synchronized (this) {
            if (state != State.HELD) {
                return refused();
            }
            isLast = leave();
        }
        return isLast ? giveUp() : done();
    }

    /** Whether the handle was entered for the last time, and is released by this. */
    private synchronized boolean leave() {
        reentranceCount--;
        if (state != State.HELD || reentranceCount > 0) {
            return false;
        }
        end(State.RELEASED);
        return true;
    }

    private static CompletionStage<Void> done() {
        return CompletableFuture.completedStage(null);
    }

    final synchronized boolean isHeld() {
        return state == State.HELD;
    }

    final synchronized int reentranceCount() {
        return reentranceCount;
    }

    final CompletionStage<Void> refused() {
        return CompletableFuture.failedStage(endedBy(hasState(State.LOST)));
    }

    /** False if it had ended before. */
    final boolean lose() {
        synchronized (this) {
            if (state != State.HELD) {
                return false;
            }
            end(State.LOST);
        }
        lost.complete(null);
        return true;
    }

    private synchronized boolean hasState(State expected) {
        return state == expected;
    }

    private synchronized void end(State next) {
        state = next;
        ended();
    }
}
