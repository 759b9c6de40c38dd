package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Timers by the machine's time, on one thread that ends with the program. */
public final class RealTimers implements Timers {
    private static final ScheduledExecutorService THREAD = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "test-timers");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        Future<?> waiting = THREAD.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }
}
