package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.PermitStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Leases by the time that is passed in, first come, first served. A key has a number of units, of which each request takes
 * its weight: one of one is a lock. Several views of one {@link Keys} share it.
 */
public final class InMemoryLeases implements LeaseStore {
    /** How long a key stays reserved for the first in the queue. */
    public static final Duration TURN = Duration.ofSeconds(2);

    /** What views share. */
    public static final class Keys {
        private final Map<String, Entry> entries = new HashMap<>();
        private final Map<String, WakeUp> wakeUps = new HashMap<>();
        /** Numbers of units that were changed. */
        private final Map<String, Integer> units = new HashMap<>();

        private long tokens;
    }

    private static final class Entry {
        private final Map<String, Grant> grants = new LinkedHashMap<>();
        private final Map<String, Waiting> queue = new LinkedHashMap<>();
    }

    private record Grant(long token, int weight, long end) {}

    private record Waiting(int weight, long until) {}

    private final Keys keys;
    private final Timers timers;
    private final int weight;
    private final int units;

    public InMemoryLeases(Timers timers) {
        this(new Keys(), timers, 1, 1);
    }

    public InMemoryLeases(Keys keys, Timers timers, int weight, int units) {
        this.keys = keys;
        this.timers = timers;
        this.weight = weight;
        this.units = units;
    }

    /** A lock on leases of its own. */
    public static DistributedLock lock(Timers timers) {
        return new LeasedLock(new InMemoryLeases(timers), timers, new Random(1), "in-memory");
    }

    @Override
    public CompletionStage<Attempt> take(LeaseRequest request) {
        return step(() -> {
            Entry entry = keys.entries.computeIfAbsent(request.key(), _ -> new Entry());
            long now = timers.nanoTime();
            prune(entry, now);
            int units = units(request.key());
            Grant mine = entry.grants.get(request.holder());
            if (mine == null && used(entry) + weight <= units) {
                removeUnreachable(entry, request);
            }
            if (mine == null && isFirst(entry, request) && used(entry) + weight <= units) {
                mine = new Grant(++keys.tokens, weight, now);
            }
            if (mine != null) {
                entry.queue.remove(request.holder());
                entry.grants.put(
                        request.holder(),
                        new Grant(
                                mine.token(),
                                mine.weight(),
                                now + request.lease().toNanos()));
                return new Attempt.Granted(mine.token(), request.lease());
            }
            if (request.waitTimeout().isPositive()) {
                entry.queue.put(
                        request.holder(),
                        new Waiting(weight, now + request.waitTimeout().toNanos()));
            }
            long end =
                    entry.grants.values().stream().mapToLong(Grant::end).min().orElse(now + TURN.toNanos());
            return new Attempt.Busy(Duration.ofNanos(end - now));
        });
    }

    @Override
    public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
        return step(() -> {
            Entry entry = keys.entries.computeIfAbsent(request.key(), _ -> new Entry());
            prune(entry, timers.nanoTime());
            return entry.grants.computeIfPresent(
                            request.holder(),
                            (_, grant) -> new Grant(
                                    grant.token(),
                                    grant.weight(),
                                    timers.nanoTime() + request.lease().toNanos()))
                    != null;
        });
    }

    @Override
    public CompletionStage<Boolean> release(LeaseRequest request) {
        return step(() -> {
            Entry entry = keys.entries.computeIfAbsent(request.key(), _ -> new Entry());
            prune(entry, timers.nanoTime());
            entry.queue.remove(request.holder());
            return entry.grants.remove(request.holder()) != null;
        });
    }

    @Override
    public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
        synchronized (keys) {
            keys.wakeUps.put(request.holder(), wakeUp);
        }
        return CompletableFuture.completedStage(() -> {
            synchronized (keys) {
                keys.wakeUps.remove(request.holder());
            }
        });
    }

    /** Takes the key from all holders, and answers their names. */
    public List<String> forceRelease(String key) {
        return step(() -> {
                    Entry entry = keys.entries.computeIfAbsent(key, _ -> new Entry());
                    prune(entry, timers.nanoTime());
                    List<String> former = List.copyOf(entry.grants.keySet());
                    entry.grants.clear();
                    return former;
                })
                .toCompletableFuture()
                .join();
    }

    void changeUnits(String key, int total) {
        var _ = step(() -> keys.units.merge(key, total, (_, next) -> next));
    }

    PermitStore.Permits countUnits(String key) {
        synchronized (keys) {
            Entry entry = keys.entries.computeIfAbsent(key, _ -> new Entry());
            prune(entry, timers.nanoTime());
            return new PermitStore.Permits(units(key), units(key) - used(entry));
        }
    }

    private int units(String key) {
        return keys.units.getOrDefault(key, units);
    }

    /** Whether nothing is left of any key and of any subscription. */
    public boolean isEmpty() {
        synchronized (keys) {
            return keys.entries.isEmpty() && keys.wakeUps.isEmpty();
        }
    }

    private <T> CompletionStage<T> step(Supplier<T> work) {
        T result;
        List<Runnable> calls = new ArrayList<>();
        synchronized (keys) {
            result = work.get();
            keys.entries.entrySet().removeIf(each -> {
                Entry entry = each.getValue();
                prune(entry, timers.nanoTime());
                promote(entry, units(each.getKey()), calls);
                return entry.grants.isEmpty() && entry.queue.isEmpty();
            });
        }
        calls.forEach(Runnable::run);
        return CompletableFuture.completedStage(result);
    }

    /** Waiters that can no longer be woken delay no other. */
    private void removeUnreachable(Entry entry, LeaseRequest request) {
        while (!isFirst(entry, request)) {
            String first = entry.queue.keySet().iterator().next();
            if (keys.wakeUps.containsKey(first)) {
                return;
            }
            entry.queue.remove(first);
        }
    }

    private boolean isFirst(Entry entry, LeaseRequest request) {
        int there = units(request.key());
        return entry.queue.entrySet().stream()
                .filter(waiting -> waiting.getValue().weight() <= there)
                .findFirst()
                .map(first -> first.getKey().equals(request.holder()))
                .orElse(true);
    }

    private static int used(Entry entry) {
        return entry.grants.values().stream().mapToInt(Grant::weight).sum();
    }

    private static void prune(Entry entry, long now) {
        entry.grants.values().removeIf(grant -> grant.end() <= now);
        entry.queue.values().removeIf(waiting -> waiting.until() <= now);
    }

    /** Reserves what is free for the first in the queue; all others ask again once the reservation may have ended. */
    private void promote(Entry entry, int units, List<Runnable> calls) {
        entry.queue.keySet().removeIf(holder -> !keys.wakeUps.containsKey(holder));
        boolean reserved = false;
        Iterator<Map.Entry<String, Waiting>> waiting = entry.queue.entrySet().iterator();
        while (waiting.hasNext()) {
            Map.Entry<String, Waiting> next = waiting.next();
            if (next.getValue().weight() > units) {
                continue;
            }
            if (used(entry) + next.getValue().weight() > units) {
                break;
            }
            waiting.remove();
            entry.grants.put(
                    next.getKey(),
                    new Grant(++keys.tokens, next.getValue().weight(), timers.nanoTime() + TURN.toNanos()));
            calls.add(call(next.getKey(), Duration.ZERO));
            reserved = true;
        }
        if (reserved) {
            entry.queue.keySet().forEach(holder -> calls.add(call(holder, TURN)));
        }
    }

    private Runnable call(String holder, Duration retryAfter) {
        WakeUp wakeUp = Objects.requireNonNull(keys.wakeUps.get(holder));
        return () -> wakeUp.retryAfter(retryAfter);
    }
}
