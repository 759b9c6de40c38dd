package io.nightmarket.bootstrap;

import io.nightmarket.domain.base.Timers;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Timers on the event loop of the caller, or on some event loop when the caller has none. */
public final class VertxTimers implements Timers {
    private final Vertx vertx;

    public VertxTimers(Vertx vertx) {
        this.vertx = vertx;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        long millis = Math.max(1, delay.plusNanos(999_999).toMillis());
        long timer = vertx.setTimer(millis, _ -> task.run());
        return () -> {
            var _ = vertx.cancelTimer(timer);
        };
    }
}
