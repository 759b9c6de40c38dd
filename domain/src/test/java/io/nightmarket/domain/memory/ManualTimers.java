package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Timers whose time passes only when it is told to; tasks run on the thread that tells. Safe for several threads. */
public final class ManualTimers implements Timers {
    private record Task(long due, long number, Runnable work) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::number));
    private long now;
    private long numbers;

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Timer after(Duration delay, Runnable task) {
        Task waiting = new Task(now + delay.toNanos(), numbers++, task);
        tasks.add(waiting);
        return () -> drop(waiting);
    }

    /** Lets so much time pass: every task due by then is done, in order, each at its time. */
    public void advance(Duration by) {
        long until = nanoTime() + by.toNanos();
        while (true) {
            Task next = nextUntil(until);
            if (next == null) {
                return;
            }
            next.work().run();
        }
    }

    /** So many tasks wait. */
    public synchronized int waiting() {
        return tasks.size();
    }

    private synchronized @Nullable Task nextUntil(long until) {
        Task next = tasks.peek();
        if (next == null || next.due() > until) {
            now = until;
            return null;
        }
        tasks.remove();
        now = Math.max(now, next.due());
        return next;
    }

    private synchronized void drop(Task task) {
        tasks.remove(task);
    }
}
