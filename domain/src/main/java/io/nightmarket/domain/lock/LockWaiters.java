package io.nightmarket.domain.lock;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.LeaseStore.Listening;
import io.nightmarket.domain.lock.LeaseStore.News;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Who waits for which key in this process, by arrival. Safe for use by several threads. */
public final class LockWaiters {
    /** The most waiters of one process; the next one is rejected as {@code Unavailable}. */
    public static final int MAX_WAITERS = 100_000;

    private final Map<String, SequencedMap<String, News>> waiters = new HashMap<>();
    private int count;

    /** Adds a waiter, until what is returned is closed. */
    public synchronized Listening add(String key, String holder, News news) {
        if (count >= MAX_WAITERS) {
            throw new Unavailable("the process has " + MAX_WAITERS + " waiters for locks already");
        }
        if (waiters.computeIfAbsent(key, _ -> new LinkedHashMap<>()).put(holder, news) == null) {
            count++;
        }
        return () -> remove(key, holder, news);
    }

    private synchronized void remove(String key, String holder, News news) {
        waiters.computeIfPresent(key, (_, queue) -> {
            if (queue.remove(holder, news)) {
                count--;
            }
            return queue.isEmpty() ? null : queue;
        });
    }

    /** Whether another waiter of this process came before this holder. */
    public synchronized boolean isBehindAnother(String key, String holder) {
        SequencedMap<String, News> queue = waiters.get(key);
        return queue != null && !queue.firstEntry().getKey().equals(holder);
    }

    /** Wakes this waiter, if it still waits. */
    public void wake(String key, String holder) {
        News news;
        synchronized (this) {
            SequencedMap<String, News> queue = waiters.get(key);
            news = queue == null ? null : queue.get(holder);
        }
        if (news != null) {
            news.askAgain(Duration.ZERO);
        }
    }

    /** Wakes the one who has waited longest for the key. */
    public void wakeFirst(String key) {
        News first;
        synchronized (this) {
            SequencedMap<String, News> queue = waiters.get(key);
            first = queue == null ? null : queue.firstEntry().getValue();
        }
        if (first != null) {
            first.askAgain(Duration.ZERO);
        }
    }

    /** Has the first waiter of each key ask again, spread evenly over this time. */
    public void askAgainForEachKey(Duration within) {
        List<News> firsts;
        synchronized (this) {
            firsts = waiters.values().stream()
                    .map(queue -> queue.firstEntry().getValue())
                    .toList();
        }
        for (int i = 0; i < firsts.size(); i++) {
            firsts.get(i).askAgain(within.multipliedBy(i + 1).dividedBy(firsts.size()));
        }
    }

    /** Wakes everybody. */
    public void wakeAll() {
        List<News> all;
        synchronized (this) {
            all = waiters.values().stream()
                    .flatMap(queue -> queue.values().stream())
                    .toList();
        }
        all.forEach(news -> news.askAgain(Duration.ZERO));
    }

    public synchronized int count() {
        return count;
    }
}
