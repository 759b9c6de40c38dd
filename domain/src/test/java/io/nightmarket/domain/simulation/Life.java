package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.Timers;
import java.time.Duration;

/**
 * The time from a process' start to its crash. What the process waits for ends with it; what it sent is on its way. A
 * process that is held, by its garbage collector or its host, does nothing for a while and doesn't know it.
 */
final class Life implements Timers {
    private final Scheduler scheduler;
    private boolean over;
    private long heldUntil;

    Life(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    void hold(Duration time) {
        heldUntil = Math.max(heldUntil, scheduler.nanoTime() + time.toNanos());
    }

    /** Does the work now, or when the process goes on; never when it is over. */
    void act(Runnable work) {
        long held = heldUntil - scheduler.nanoTime();
        if (held > 0) {
            var _ = scheduler.after(Duration.ofNanos(held), () -> act(work));
        } else if (!over) {
            work.run();
        }
    }

    @Override
    public long nanoTime() {
        return scheduler.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        Alarm alarm = new Alarm(task);
        var _ = scheduler.after(delay, () -> act(alarm));
        return alarm;
    }

    /** It may be cancelled also while it waits for a held process to go on. */
    private static final class Alarm implements Timer, Runnable {
        private final Runnable task;
        private boolean cancelled;

        Alarm(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (!cancelled) {
                task.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }
}
