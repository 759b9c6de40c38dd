package io.nightmarket.domain.cache;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A cache in the memory of one node, for a node that runs alone. Calls are complete when they return. */
public final class MemoryCache<K, V> implements Cache<K, V> {
    private final String incarnation;
    private final ConcurrentMap<K, Slot<V>> slots;
    private final CacheTimes times;
    private final Clock clock;
    private final RandomGenerator random;

    /** The entry of a key, the ticket on it, or both. */
    public record Slot<V>(
            @Nullable Entry<V> entry, @Nullable Ticket ticket) {
        /** The value, if one is cached. */
        public Optional<V> value() {
            return entry == null ? Optional.empty() : entry.value();
        }
    }

    private record Entry<V>(Optional<V> value, Cached.Stamp stamp) {}

    private record Ticket(String token, long until, boolean awaited) {}

    /**
     * @param incarnation the incarnation of the node, which all its caches share: what one of them confirmed is
     *     compared with that of another
     * @param slots must be bounded in size by its maker; it may drop any entry
     */
    public MemoryCache(
            String incarnation,
            ConcurrentMap<K, Slot<V>> slots,
            CacheTimes times,
            Clock clock,
            RandomGenerator random) {
        this.incarnation = incarnation;
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
    public CompletionStage<LoadTicket<V>> acquireTicket(K key, long seen) {
        CompletableFuture<LoadTicket<V>> outcome = new CompletableFuture<>();
        slots.compute(key, (_, slot) -> acquireTicket(slot, seen, outcome));
        return outcome;
    }

    private @Nullable Slot<V> acquireTicket(
            @Nullable Slot<V> slot, long seen, CompletableFuture<LoadTicket<V>> outcome) {
        long now = clock.millis();
        Cached<V> cached = cached(slot, now);
        if (cached.version() != 0 && cached.version() != seen) {
            outcome.complete(new LoadTicket.Found<>(cached));
            return slot;
        }
        Entry<V> entry = slot == null ? null : slot.entry();
        Ticket held = slot == null ? null : slot.ticket();
        if (held != null && now < held.until()) {
            outcome.complete(new LoadTicket.Busy<>());
            return new Slot<>(entry, new Ticket(held.token(), held.until(), true));
        }
        Ticket ticket = new Ticket(UUID.randomUUID().toString(), ticketEnd(now), false);
        outcome.complete(new LoadTicket.Granted<>(ticket.token()));
        return new Slot<>(entry, ticket);
    }

    @Override
    public CompletionStage<Put> put(K key, Loaded<V> loaded, String ticket) {
        CompletableFuture<Put> put = new CompletableFuture<>();
        slots.compute(key, (_, slot) -> {
            long now = clock.millis();
            Ticket held = slot == null ? null : slot.ticket();
            if (held == null || !held.token().equals(ticket) || now >= held.until()) {
                put.complete(Put.REJECTED);
                return slot;
            }
            put.complete(held.awaited() ? Put.STORED_AWAITED : Put.STORED);
            return new Slot<>(entry(loaded, now), null);
        });
        return put;
    }

    private Entry<V> entry(Loaded<V> loaded, long now) {
        long fresh = loaded.value().isPresent() ? times.freshFor(random) : times.absentFor(random);
        return new Entry<>(loaded.value(), new Cached.Stamp(loaded.at(), now + fresh));
    }

    @Override
    public CompletionStage<Void> renew(K key, String ticket) {
        return change(key, ticket, held -> new Ticket(ticket, ticketEnd(clock.millis()), held.awaited()));
    }

    @Override
    public CompletionStage<Void> release(K key, String ticket) {
        return change(key, ticket, _ -> null);
    }

    private CompletionStage<Void> change(K key, String ticket, Function<Ticket, @Nullable Ticket> change) {
        slots.computeIfPresent(key, (_, slot) -> {
            Ticket held = slot.ticket();
            return held != null && held.token().equals(ticket) ? new Slot<>(slot.entry(), change.apply(held)) : slot;
        });
        return CompletableFuture.completedStage(null);
    }

    private long ticketEnd(long now) {
        return now + times.ticketTtl().toMillis();
    }

    @Override
    public CompletionStage<String> invalidate(K key) {
        slots.remove(key);
        return incarnation();
    }

    @Override
    public CompletionStage<Void> clear() {
        slots.clear();
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<String> incarnation() {
        return CompletableFuture.completedStage(incarnation);
    }
}
