package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.Timers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Virtual time, and all that happens in it, one thing after the other on the thread that runs it. Chance decides the
 * order of things that are due at the same moment: nothing may rely on it.
 */
final class Scheduler implements Timers {
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong((Task task) -> task.due)
            .thenComparingInt(task -> task.tie)
            .thenComparingLong(task -> task.number));

    private final SplittableRandom random;
    private long now;
    private long numbers;
    private long steps;

    private static final class Task {
        private final long due;
        private final int tie;
        private final long number;
        private final Runnable work;
        private boolean cancelled;

        Task(long due, int tie, long number, Runnable work) {
            this.due = due;
            this.tie = tie;
            this.number = number;
            this.work = work;
        }
    }

    Scheduler(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        Task waiting = new Task(now + Math.max(0, delay.toNanos()), random.nextInt(), numbers++, task);
        tasks.add(waiting);
        return () -> waiting.cancelled = true;
    }

    /** Lets everything happen that is due by then; false when that is more than {@code most} things. */
    boolean runUntil(long time, long most) {
        long last = steps + most;
        while (true) {
            Task next = tasks.peek();
            if (next == null || next.due > time) {
                now = Math.max(now, time);
                return true;
            }
            if (steps >= last) {
                return false;
            }
            tasks.remove();
            if (!next.cancelled) {
                now = next.due;
                steps++;
                next.work.run();
            }
        }
    }

    /** A clock that shows {@code start} when the virtual time is 0. */
    Clock clock(Instant start) {
        InstantSource time = () -> start.plusNanos(now);
        return time.withZone(ZoneOffset.UTC);
    }
}
