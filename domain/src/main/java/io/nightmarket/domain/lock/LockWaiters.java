package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.lock.LeaseStore.Subscription;
import io.nightmarket.domain.lock.LeaseStore.WakeUp;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** This process' waiters of each key, by arrival. Safe for use by several threads. */
public final class LockWaiters {
    /** The most waiters of one process; the next one is rejected as {@code Unavailable}. */
    public static final int MAX_WAITERS = 100_000;

    private final Map<String, SequencedMap<String, WakeUp>> waiters = new HashMap<>();
    private int count;

    /** Adds a waiter, until the subscription is closed. */
    public synchronized Subscription add(String key, String holder, WakeUp wakeUp) {
        if (count >= MAX_WAITERS) {
            throw new Unavailable("the process has " + MAX_WAITERS + " waiters for locks already");
        }
        if (waiters.computeIfAbsent(key, _ -> new LinkedHashMap<>()).put(holder, wakeUp) == null) {
            count++;
        }
        return () -> remove(key, holder, wakeUp);
    }

    private synchronized void remove(String key, String holder, WakeUp wakeUp) {
        waiters.computeIfPresent(key, (_, queue) -> {
            if (queue.remove(holder, wakeUp)) {
                count--;
            }
            return queue.isEmpty() ? null : queue;
        });
    }

    /** Whether another waiter of this process came before this holder. */
    public synchronized boolean isBehindAnother(String key, String holder) {
        SequencedMap<String, WakeUp> queue = waiters.get(key);
        return queue != null && !queue.firstEntry().getKey().equals(holder);
    }

    /** Wakes this waiter, if it still waits. */
    public void wake(String key, String holder) {
        select(queues -> Stream.ofNullable(queues.get(key))
                        .flatMap(queue -> Stream.ofNullable(queue.get(holder)))
                        .toList())
                .forEach(wakeUp -> wakeUp.retryAfter(Duration.ZERO));
    }

    /** Wakes the one that has waited longest for the key. */
    public void wakeFirst(String key) {
        select(queues -> firstOf(Stream.ofNullable(queues.get(key))))
                .forEach(wakeUp -> wakeUp.retryAfter(Duration.ZERO));
    }

    /** Has the first waiter of each key ask again, spread evenly over this time. */
    public void retryFirstOfEachKey(Duration interval) {
        List<WakeUp> firsts = select(queues -> firstOf(queues.values().stream()));
        for (int i = 0; i < firsts.size(); i++) {
            firsts.get(i).retryAfter(interval.multipliedBy(i + 1).dividedBy(firsts.size()));
        }
    }

    /** Wakes all. */
    public void wakeAll() {
        select(queues -> queues.values().stream()
                        .map(SequencedMap::values)
                        .flatMap(Collection::stream)
                        .toList())
                .forEach(wakeUp -> wakeUp.retryAfter(Duration.ZERO));
    }

    public synchronized int count() {
        return count;
    }

    private static List<WakeUp> firstOf(Stream<SequencedMap<String, WakeUp>> queues) {
        return queues.map(queue -> queue.firstEntry().getValue()).toList();
    }

    /** Waiters are woken outside of the monitor: they may come back at once. */
    private synchronized List<WakeUp> select(
            Function<Map<String, SequencedMap<String, WakeUp>>, List<WakeUp>> selection) {
        return selection.apply(waiters);
    }
}
