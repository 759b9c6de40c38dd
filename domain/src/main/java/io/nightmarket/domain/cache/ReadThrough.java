package io.nightmarket.domain.cache;

import io.nightmarket.domain.cache.CacheMeter.Event;
import io.nightmarket.domain.concurrent.Deadlines;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.MissedWrites;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The one way of reading what is cached: this node's memory ({@link NearCache}), then the shared cache, then a load
 * ({@link SharedReads}).
 *
 * <ul>
 *   <li>Of a key that is nowhere one load is under way in the whole cluster ({@link LeasedLoads}); other readers
 *       wait for it, for a bounded time.
 *   <li>A stale value is served at once or waited for, as {@link Breakdown} says; {@link EarlyRebuilds} make them rare.
 *   <li>What cannot exist, by the filter, is not loaded.
 *   <li>When cache or source are away or slow, the last good value is served, unless it is too old.
 * </ul>
 */
public final class ReadThrough<K, V> implements CacheNews.Listener<K> {
    /** A waiter looks into the shared cache for the last time this long before its hard time-out. */
    private static final Duration ROUND_TRIP = Duration.ofMillis(50);

    private final NearCache<K, V> near;
    private final LeasedLoads<K, V> loads;
    private final SharedReads<K, V> shared;
    private final Arrivals<K> arrivals;
    private final LoadThrottle<K> throttle;
    private final CacheMeter meter;
    private final Policy policy;
    private final Timers timers;
    private final SingleFlight<K, Reading<V>> reads = new SingleFlight<>();
    private final SingleFlight<K, Reading<V>> fetches = new SingleFlight<>();

    /**
     * What a reader bears.
     *
     * @param breakdown what is done with a stale value
     * @param nearFor how long a node serves a hot key without reading it from the shared cache
     * @param shared time-out of the shared cache; then it counts as away
     * @param soft how long a reader waits who could be given an older value
     * @param hard how long a reader waits in all, then fails with {@code Unavailable}
     * @param retryInterval between two attempts of this node to replace a stale value, until one succeeds
     */
    public record Policy(
            Breakdown breakdown,
            Duration nearFor,
            Duration shared,
            Duration soft,
            Duration hard,
            Duration retryInterval) {}

    /** Whom a reader notifies. */
    public record Channels<K>(CacheRebuilds<K> rebuilds, CacheNews<K> news, CacheMeter meter, MissedWrites missed) {}

    /** Time and chance. */
    public record Surroundings(Timers timers, Clock clock, RandomGenerator random) {}

    /** @param filter whether there may be such a thing; it may fail, and is not asked when the shared cache is away */
    public ReadThrough(
            Function<K, CompletionStage<Boolean>> filter,
            NearCache<K, V> near,
            Cache<K, V> shared,
            ShieldedLoader<K, V> loader,
            Channels<K> channels,
            Policy policy,
            Surroundings surroundings) {
        this.near = near;
        this.meter = channels.meter();
        this.policy = policy;
        this.timers = surroundings.timers();
        this.arrivals = new Arrivals<>(timers, surroundings.random());
        this.throttle = new LoadThrottle<>(policy.retryInterval(), timers::nanoTime);
        BoundedCache<K, V> bounded = new BoundedCache<>(shared, filter, policy.shared(), timers, channels.missed());
        this.loads = new LeasedLoads<>(bounded, loader, channels.news(), meter);
        this.shared = new SharedReads<>(near, bounded, loads, arrivals, throttle, channels, policy, surroundings);
    }

    private Flight<K> flight(K key, boolean hot) {
        long untilLastLook = policy.hard().minus(ROUND_TRIP).toNanos();
        return new Flight<>(key, near.ticket(key), hot, timers.nanoTime() + untilLastLook);
    }

    /**
     * The value, or its absence. Fails as the source does, with {@code Unavailable} when that is overrun or slow; never
     * when there is a value that is not too old.
     */
    public CompletionStage<Reading<V>> read(K key) {
        NearCache.Copy<V> copy = near.find(key);
        if (copy != null && near.isGood(copy)) {
            meter.count(copy.reading().value().isPresent() ? Event.NEAR_HIT : Event.NEAR_ABSENT);
            var _ = countedIfStale(copy.reading());
            return copy.answer();
        }
        boolean hot = near.touch(key);
        return reads.run(key, _ -> refresh(key, hot, copy).thenApply(this::countedIfStale));
    }

    private CompletionStage<Reading<V>> refresh(K key, boolean hot, NearCache.@Nullable Copy<V> copy) {
        CompletionStage<Reading<V>> fetched = fetches.run(key, _ -> shared.fetch(flight(key, hot)));
        if (copy == null || !near.isBetterThanNothing(copy)) {
            return Deadlines.within(
                    fetched, policy.hard(), timers, () -> new Unavailable("not read within " + policy.hard()));
        }
        return Deadlines.within(fetched, policy.soft(), timers, () -> new TimedOut("not read within " + policy.soft()))
                // A shared cache that was away has what it had then; this node may have loaded since.
                .thenApply(
                        reading -> reading.stale() && copy.reading().loadedAt().isAfter(reading.loadedAt())
                                ? near.serveStale(key, copy)
                                : reading)
                .exceptionallyCompose(
                        DomainFailure.unlessBug(() -> CompletableFuture.completedStage(near.serveStale(key, copy))));
    }

    /** Here and nowhere before: on its way a reading may be replaced by a later one, or come when its reader has gone. */
    private Reading<V> countedIfStale(Reading<V> reading) {
        if (reading.stale()) {
            meter.count(Event.STALE);
        }
        return reading;
    }

    /**
     * Rebuilds an entry, unless it was replaced by now, another node loads it, or no slot is free: it has no place in
     * the queue of those who have no value, for the next reader of the entry requests it again. Fails, and spares the
     * source, when the shared cache can't be asked: there is no other node to load for.
     *
     * @param seen the {@link Cached#version version} that is to be replaced
     * @return whether this call did it
     */
    public CompletionStage<Boolean> rebuild(K key, long seen) {
        return loads.rebuild(key, seen);
    }

    /**
     * Loads the key whatever is known of it, and has all read that from then on, or this node alone when the shared cache
     * is unknown. Nothing of what it answers was read before this was called. When it fails nothing has changed.
     */
    public CompletionStage<Reading<V>> renew(K key) {
        return Deadlines.within(
                shared.renew(flight(key, false)),
                policy.hard(),
                timers,
                () -> new Unavailable("not loaded within " + policy.hard()));
    }

    /** The key was changed: what was read before is served no more. */
    @Override
    public void forget(K key) {
        meter.count(Event.FORGOTTEN);
        near.forget(key);
        fetches.forget(key);
        reads.forget(key);
        throttle.forget(key);
        arrivals.arrived(key);
    }

    @Override
    public void forgetAll() {
        meter.count(Event.CLEARED);
        near.forgetAll();
        fetches.forgetAll();
        reads.forgetAll();
        throttle.forgetAll();
    }

    @Override
    public void filled(K key) {
        arrivals.arrived(key);
    }
}
