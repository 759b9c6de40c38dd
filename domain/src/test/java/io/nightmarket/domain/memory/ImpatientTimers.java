package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import java.time.Duration;

/** Timers of a world in which no time passes: each task runs at once, within the call that sets its timer. */
public final class ImpatientTimers implements Timers {
    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        task.run();
        return () -> {};
    }
}
