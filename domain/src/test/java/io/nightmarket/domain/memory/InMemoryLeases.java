package io.nightmarket.domain.memory;

import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.DistributedLock;
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
 * Leases by the time that is passed in, first come, first served. A key has so many units, of which each claim takes its
 * weight: one of one is a lock. Several views of one {@link Keys} share it.
 */
public final class InMemoryLeases implements LeaseStore {
    /** How long a key stays reserved for the first in line. */
    public static final Duration TURN = Duration.ofSeconds(2);

    /** What views share. */
    public static final class Keys {
        private final Map<String, Entry> entries = new HashMap<>();
        private final Map<String, News> ears = new HashMap<>();
        /** Numbers of units that were changed. */
        private final Map<String, Integer> units = new HashMap<>();

        private long tokens;
    }

    private static final class Entry {
        private final Map<String, Grant> grants = new LinkedHashMap<>();
        private final Map<String, Waiting> line = new LinkedHashMap<>();
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
    public CompletionStage<Attempt> take(Claim claim) {
        return step(() -> {
            Entry entry = keys.entries.computeIfAbsent(claim.key(), _ -> new Entry());
            long now = timers.nanoTime();
            prune(entry, now);
            int units = units(claim.key());
            Grant mine = entry.grants.get(claim.holder());
            if (mine == null && used(entry) + weight <= units) {
                forgetTheDead(entry, claim);
            }
            if (mine == null && isFirst(entry, claim) && used(entry) + weight <= units) {
                mine = new Grant(++keys.tokens, weight, now);
            }
            if (mine != null) {
                entry.line.remove(claim.holder());
                entry.grants.put(
                        claim.holder(),
                        new Grant(
                                mine.token(),
                                Math.min(mine.weight(), weight),
                                now + claim.lease().toNanos()));
                return new Attempt.Granted(mine.token(), claim.lease());
            }
            if (claim.patience().isPositive()) {
                entry.line.put(
                        claim.holder(),
                        new Waiting(weight, now + claim.patience().toNanos()));
            }
            long end =
                    entry.grants.values().stream().mapToLong(Grant::end).min().orElse(now + TURN.toNanos());
            return new Attempt.Busy(Duration.ofNanos(end - now));
        });
    }

    @Override
    public CompletionStage<Boolean> renew(Claim claim, int depth) {
        return step(() -> {
            Entry entry = keys.entries.computeIfAbsent(claim.key(), _ -> new Entry());
            prune(entry, timers.nanoTime());
            return entry.grants.computeIfPresent(
                            claim.holder(),
                            (_, grant) -> new Grant(
                                    grant.token(),
                                    grant.weight(),
                                    timers.nanoTime() + claim.lease().toNanos()))
                    != null;
        });
    }

    @Override
    public CompletionStage<Boolean> release(Claim claim) {
        return step(() -> {
            Entry entry = keys.entries.computeIfAbsent(claim.key(), _ -> new Entry());
            prune(entry, timers.nanoTime());
            entry.line.remove(claim.holder());
            return entry.grants.remove(claim.holder()) != null;
        });
    }

    @Override
    public CompletionStage<Listening> listen(Claim claim, News news) {
        synchronized (keys) {
            keys.ears.put(claim.holder(), news);
        }
        return CompletableFuture.completedStage(() -> {
            synchronized (keys) {
                keys.ears.remove(claim.holder());
            }
        });
    }

    /** Takes the key from all who hold it, and answers who they were. */
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

    /** Whether nothing is left of any key and of anybody who listened. */
    public boolean isEmpty() {
        synchronized (keys) {
            return keys.entries.isEmpty() && keys.ears.isEmpty();
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
                return entry.grants.isEmpty() && entry.line.isEmpty();
            });
        }
        calls.forEach(Runnable::run);
        return CompletableFuture.completedStage(result);
    }

    /** Whoever would stand behind the dead does not. */
    private void forgetTheDead(Entry entry, Claim claim) {
        while (!isFirst(entry, claim)) {
            String first = entry.line.keySet().iterator().next();
            if (keys.ears.containsKey(first)) {
                return;
            }
            entry.line.remove(first);
        }
    }

    private boolean isFirst(Entry entry, Claim claim) {
        int there = units(claim.key());
        return entry.line.entrySet().stream()
                .filter(waiting -> waiting.getValue().weight() <= there)
                .findFirst()
                .map(first -> first.getKey().equals(claim.holder()))
                .orElse(true);
    }

    private static int used(Entry entry) {
        return entry.grants.values().stream().mapToInt(Grant::weight).sum();
    }

    private static void prune(Entry entry, long now) {
        entry.grants.values().removeIf(grant -> grant.end() <= now);
        entry.line.values().removeIf(waiting -> waiting.until() <= now);
    }

    /** Reserves what is free for the first in line, and calls them; all others ask again when that may have been vain. */
    private void promote(Entry entry, int units, List<Runnable> calls) {
        entry.line.keySet().removeIf(holder -> !keys.ears.containsKey(holder));
        boolean called = false;
        Iterator<Map.Entry<String, Waiting>> line = entry.line.entrySet().iterator();
        while (line.hasNext()) {
            Map.Entry<String, Waiting> next = line.next();
            if (next.getValue().weight() > units) {
                continue;
            }
            if (used(entry) + next.getValue().weight() > units) {
                break;
            }
            line.remove();
            entry.grants.put(
                    next.getKey(),
                    new Grant(++keys.tokens, next.getValue().weight(), timers.nanoTime() + TURN.toNanos()));
            calls.add(call(next.getKey(), Duration.ZERO));
            called = true;
        }
        if (called) {
            entry.line.keySet().forEach(waiting -> calls.add(call(waiting, TURN)));
        }
    }

    private Runnable call(String holder, Duration askAgainIn) {
        News news = Objects.requireNonNull(keys.ears.get(holder));
        return () -> news.askAgain(askAgainIn);
    }
}
