package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a waiter asks its store: one request at a time, the next after a pause, or at once after a wake-up. Safe for use by
 * several threads.
 */
final class RequestSchedule {
    private final Timers timers;
    private final Runnable request;
    private boolean isUnderWay;
    private boolean isWoken;
    private boolean isClosed;
    private Timers.@Nullable Timer next;
    private long nextAt;

    /** @param request sends a request, and calls {@link #answered} when it is to be followed by another */
    RequestSchedule(Timers timers, Runnable request) {
        this.timers = timers;
        this.request = request;
    }

    /** Sends a request now or, when one is under way, right after it. */
    void requestNow() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            if (isUnderWay) {
                isWoken = true;
                return;
            }
            isUnderWay = true;
            cancelNext();
        }
        request.run();
    }

    /** The request under way was answered: the next one follows after this time. False: it does not, after the close. */
    boolean answered(Duration retryAfter) {
        boolean isDue;
        synchronized (this) {
            isUnderWay = false;
            if (isClosed) {
                return false;
            }
            isDue = isWoken || !retryAfter.isPositive();
            isWoken = false;
            if (!isDue) {
                schedule(retryAfter);
            }
        }
        if (isDue) {
            requestNow();
        }
        return true;
    }

    /** Brings the next request forward to this time from now. */
    void wakeUp(Duration retryAfter) {
        synchronized (this) {
            if (retryAfter.isPositive() && !isUnderWay && !isClosed) {
                if (next == null || timers.nanoTime() + retryAfter.toNanos() - nextAt < 0) {
                    schedule(retryAfter);
                }
                return;
            }
        }
        requestNow();
    }

    /** No further request is sent. True when none is under way. */
    synchronized boolean close() {
        isClosed = true;
        cancelNext();
        return !isUnderWay;
    }

    private synchronized void schedule(Duration delay) {
        cancelNext();
        nextAt = timers.nanoTime() + delay.toNanos();
        next = timers.after(delay, this::requestNow);
    }

    private synchronized void cancelNext() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }
}
