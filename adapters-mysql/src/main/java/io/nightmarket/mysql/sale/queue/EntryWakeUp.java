package io.nightmarket.mysql.sale.queue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * Where the reader of a shard sleeps between two looks. An admission in this process wakes it; what other processes admit
 * it finds by looking, the more seldom the longer there was nothing. Safe for use by several threads.
 */
final class EntryWakeUp {
    private static final int SHORTEST_MILLIS = 4;
    private static final int LONGEST_MILLIS = 200;

    private long pause = SHORTEST_MILLIS;
    private boolean rung;
    private @Nullable Promise<Void> sleeper;

    /** Before a look: who rings from now on is not missed by the sleep after it. */
    synchronized void listen() {
        rung = false;
    }

    /** The look found something; more may follow soon. */
    synchronized void found() {
        pause = SHORTEST_MILLIS;
    }

    /** Something was admitted. */
    void ring() {
        Promise<Void> woken;
        synchronized (this) {
            rung = true;
            pause = SHORTEST_MILLIS;
            woken = sleeper;
            sleeper = null;
        }
        if (woken != null) {
            woken.tryComplete();
        }
    }

    /** Until it rings, the pause has passed, or this much time. */
    Future<Void> sleep(Vertx vertx, long mostMillis) {
        Promise<Void> woken = Promise.promise();
        long millis;
        synchronized (this) {
            if (rung) {
                return Future.succeededFuture();
            }
            sleeper = woken;
            millis = Math.clamp(pause, 1, Math.max(1, mostMillis));
            pause = Math.min(2 * pause, LONGEST_MILLIS);
        }
        long timer = vertx.setTimer(millis, _ -> woken.tryComplete());
        return woken.future().onComplete(_ -> vertx.cancelTimer(timer));
    }
}
