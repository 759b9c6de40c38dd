package io.nightmarket.domain.cache;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A cache in the memory of one node, for one that runs alone. Calls are complete when they return. */
public final class MemoryCache<K, V> implements Cache<K, V> {
    private final String run;
    private final ConcurrentMap<K, Slot<V>> slots;
    private final CacheTimes times;
    private final Clock clock;
    private final RandomGenerator random;

    /** What is there of a key: an entry, a lease, or both. */
    public record Slot<V>(
            @Nullable Entry<V> entry, @Nullable Lease lease) {
        /** What is known to exist. */
        public Optional<V> value() {
            return entry == null ? Optional.empty() : entry.value();
        }
    }

    private record Entry<V>(Optional<V> value, Cached.Stamp stamp) {}

    private record Lease(String token, long until, boolean awaited) {}

    /**
     * @param run names this run of the node, the same for all its caches: what one of them confirmed is compared with the
     *     run of another
     * @param slots must be bounded in size by its maker; it may forget anything
     */
    public MemoryCache(
            String run, ConcurrentMap<K, Slot<V>> slots, CacheTimes times, Clock clock, RandomGenerator random) {
        this.run = run;
        this.slots = slots;
        this.times = times;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public CompletionStage<Cached<V>> find(K key) {
        return CompletableFuture.completedStage(cached(slots.get(key), clock.millis()));
    }

    private Cached<V> cached(@Nullable Slot<V> slot, long now) {
        Entry<V> entry = slot == null ? null : slot.entry();
        return entry == null ? new Cached.Missing<>() : Cached.at(now, entry.value(), entry.stamp(), times);
    }

    @Override
    public CompletionStage<Claim<V>> claim(K key, long seen) {
        CompletableFuture<Claim<V>> claim = new CompletableFuture<>();
        slots.compute(key, (_, slot) -> claim(slot, seen, claim));
        return claim;
    }

    private @Nullable Slot<V> claim(@Nullable Slot<V> slot, long seen, CompletableFuture<Claim<V>> claim) {
        long now = clock.millis();
        Cached<V> cached = cached(slot, now);
        if (cached.version() != 0 && cached.version() != seen) {
            claim.complete(new Claim.Found<>(cached));
            return slot;
        }
        Entry<V> entry = slot == null ? null : slot.entry();
        Lease held = slot == null ? null : slot.lease();
        if (held != null && now < held.until()) {
            claim.complete(new Claim.Busy<>());
            return new Slot<>(entry, new Lease(held.token(), held.until(), true));
        }
        Lease lease =
                new Lease(UUID.randomUUID().toString(), now + times.lease().toMillis(), false);
        claim.complete(new Claim.Granted<>(lease.token()));
        return new Slot<>(entry, lease);
    }

    @Override
    public CompletionStage<Put> put(K key, Loaded<V> loaded, String lease) {
        CompletableFuture<Put> put = new CompletableFuture<>();
        slots.compute(key, (_, slot) -> {
            long now = clock.millis();
            Lease held = slot == null ? null : slot.lease();
            if (held == null || !held.token().equals(lease) || now >= held.until()) {
                put.complete(Put.REFUSED);
                return slot;
            }
            put.complete(held.awaited() ? Put.AWAITED : Put.KEPT);
            return new Slot<>(entry(loaded, now), null);
        });
        return put;
    }

    private Entry<V> entry(Loaded<V> loaded, long now) {
        long fresh = loaded.value().isPresent() ? times.freshFor(random) : times.absentFor(random);
        return new Entry<>(loaded.value(), new Cached.Stamp(loaded.at(), now + fresh, loaded.cost()));
    }

    @Override
    public CompletionStage<Void> release(K key, String lease) {
        slots.computeIfPresent(
                key,
                (_, slot) -> slot.lease() != null && slot.lease().token().equals(lease)
                        ? new Slot<>(slot.entry(), null)
                        : slot);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<String> evict(K key) {
        slots.remove(key);
        return run();
    }

    @Override
    public CompletionStage<Void> clear() {
        slots.clear();
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<String> run() {
        return CompletableFuture.completedStage(run);
    }
}
