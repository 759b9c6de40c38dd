package io.nightmarket.domain.base;

/**
 * Says what work of a queue comes too late to begin: while the queue has not been empty for as long as callers wait, work
 * that was queued for half of that; else, for all of it. Otherwise all work would begin so late that no caller waits for its end.
 * This is controlled delay as in Maurer: Fail at Scale, ACM Queue 13(8), 2015. Times are nanoseconds. Guarded by
 * its owner's lock.
 */
final class QueueDelay {
    private long lastEmpty;

    /** Nothing is queued at this time. */
    void isEmpty(long now) {
        lastEmpty = now;
    }

    /** Whether work that arrived at that time is refused, of callers who wait this long. */
    boolean isTooLong(long arrival, long now, long callersWait) {
        return now - arrival >= (now - lastEmpty > callersWait ? callersWait / 2 : callersWait);
    }
}
