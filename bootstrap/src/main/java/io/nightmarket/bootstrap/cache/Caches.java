package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.bus.EventBusInvalidations;
import io.nightmarket.bootstrap.cache.BoundedMaps.BoundedMap;
import io.nightmarket.bootstrap.metrics.CacheMetrics;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.HotKeys;
import io.nightmarket.domain.cache.MemoryCache;
import io.nightmarket.domain.cache.NearCache;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.ShieldedLoader;
import io.vertx.core.eventbus.EventBus;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/** Makes caches, each from a name, its keys, the type of its values and a source. */
public final class Caches {
    /** The reads in this time decide whether a key is hot. */
    static final Duration HOT_WINDOW = Duration.ofSeconds(10);

    /** Between two attempts of a node to replace a stale value, which is served meanwhile. */
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

    /** Between the clocks of two nodes at most; an entry is retained for longer by that much. */
    private static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(10);

    /** Entries of a cache that has no other store than this node's memory. */
    private static final int MAX_LOCAL_ENTRIES = 10_000;

    /** The incarnation of all caches in this node's memory, which are empty when it starts. */
    private final String incarnation = UUID.randomUUID().toString();

    private final SharedStore store;
    private final Supplier<Optional<BreakerState>> breaker;
    private final CacheLimits limits;
    private final Function<String, CacheMetrics> metrics;
    private final Dependencies dependencies;

    /** One for all shared caches: they load from the same database. */
    private final Bulkhead databaseLoads;

    /** What all caches of a node share. */
    public record Dependencies(
            EventBus bus, String node, MissedWrites missed, Timers timers, Clock clock, RandomGenerator random) {}

    /**
     * The store of one cache.
     *
     * @param shared whether other nodes share it
     * @param weight the weight of a value, in addition to that of its key
     * @param breaker the state of the breaker before the store
     */
    private record Store<K, V>(
            Cache<K, V> cache,
            boolean shared,
            ToIntFunction<V> weight,
            Bulkhead loads,
            Supplier<Optional<BreakerState>> breaker) {}

    /**
     * @param store empty: this node's memory is the only store, so there must be no other node
     * @param breaker the state of the circuit breaker before the store, if there is one
     */
    public Caches(
            Optional<SharedStore> store,
            Supplier<Optional<BreakerState>> breaker,
            CacheLimits limits,
            Function<String, CacheMetrics> metrics,
            Dependencies dependencies) {
        this.store = store.orElse(this::inMemory);
        this.breaker = breaker;
        this.limits = limits;
        this.metrics = metrics;
        this.dependencies = dependencies;
        this.databaseLoads = loads();
    }

    private Bulkhead loads() {
        return new Bulkhead(limits.maxLoads(), limits.maxWaiting());
    }

    /** Bounds the calls to the database, those of caches and others that are made in their place. */
    public Bulkhead databaseLoads() {
        return databaseLoads;
    }

    /** A cache in the store that the nodes share. */
    <K, V> NodeCache<K, V> shared(
            String name, CacheSettings settings, KeyFormat<K> keys, TypeReference<V> type, Source<K, V> source) {
        Cache<K, V> cache = store.open(name, keys.text(), type, limits.times(settings));
        return make(name, settings, keys, new Store<>(cache, true, _ -> 0, databaseLoads, breaker), source);
    }

    /**
     * A cache in the memory of each node, whose values are not loaded from the database.
     *
     * @param weight the weight of a value; the sum is limited by the near size
     */
    <K, V> NodeCache<K, V> local(
            String name, CacheSettings settings, KeyFormat<K> keys, ToIntFunction<V> weight, Source<K, V> source) {
        Cache<K, V> cache = memory(name, settings.nearSize(), limits.times(settings), weight);
        return make(name, settings, keys, new Store<>(cache, false, weight, loads(), Optional::empty), source);
    }

    private <K, V> Cache<K, V> inMemory(
            String name, Function<K, String> text, TypeReference<V> type, CacheTimes times) {
        return memory(name, MAX_LOCAL_ENTRIES, times, _ -> 0);
    }

    private <K, V> Cache<K, V> memory(String name, long maxWeight, CacheTimes times, ToIntFunction<V> weight) {
        BoundedMap<K, MemoryCache.Slot<V>> slots = BoundedMaps.create(
                maxWeight, times.hardTtl(), slot -> BoundedMaps.weight(weight, slot.value()), metrics.apply(name));
        return new MemoryCache<>(incarnation, slots.map(), times, dependencies.clock(), dependencies.random());
    }

    private <K, V> NodeCache<K, V> make(
            String name, CacheSettings settings, KeyFormat<K> keys, Store<K, V> store, Source<K, V> source) {
        CacheTimes times = limits.times(settings);
        CacheMetrics meter = metrics.apply(name);
        EventBusInvalidations<K> bus = bus(name, keys, store.shared());
        BoundedMap<K, NearCache.Copy<V>> copies = BoundedMaps.create(
                settings.nearSize(),
                times.hardTtl(),
                copy -> BoundedMaps.weight(store.weight(), copy.result().value()),
                meter);
        ReadThrough<K, V> reader = new ReadThrough<>(
                source.filter(),
                near(copies.map(), settings, times),
                store.cache(),
                loader(source, store, meter),
                new ReadThrough.Outputs<>(bus, bus, meter, dependencies.missed()),
                policy(settings),
                new ReadThrough.Environment(dependencies.timers(), dependencies.clock(), dependencies.random()));
        NodeCache.Description description = new NodeCache.Description(
                name,
                settings,
                store.shared(),
                times.hardTtl().plus(MAX_CLOCK_SKEW),
                meter,
                copies.weight(),
                store.breaker());
        return new NodeCache<>(description, keys, store.cache(), reader, bus, dependencies.missed());
    }

    private <K> EventBusInvalidations<K> bus(String name, KeyFormat<K> keys, boolean shared) {
        return new EventBusInvalidations<>(
                dependencies.bus(),
                shared,
                name,
                dependencies.node(),
                keys.text(),
                keys.parse(),
                dependencies.timers()::nanoTime);
    }

    private <K, V> ShieldedLoader<K, V> loader(Source<K, V> source, Store<K, V> store, CacheMetrics meter) {
        return new ShieldedLoader<>(
                source.loader(),
                store.loads(),
                limits.hardTimeout(),
                limits.loadTimeout(),
                meter,
                dependencies.timers(),
                dependencies.clock());
    }

    private ReadThrough.Policy policy(CacheSettings settings) {
        return new ReadThrough.Policy(
                settings.strategy(), limits.callTimeout(), limits.softTimeout(), limits.hardTimeout(), RETRY_INTERVAL);
    }

    private <K, V> NearCache<K, V> near(
            ConcurrentMap<K, NearCache.Copy<V>> copies, CacheSettings settings, CacheTimes times) {
        Duration absenceTtl =
                settings.nearTtl().compareTo(settings.absentTtl()) < 0 ? settings.nearTtl() : settings.absentTtl();
        return new NearCache<>(
                copies,
                new NearCache.Times(settings.nearTtl(), absenceTtl, times.valueTtl(), RETRY_INTERVAL),
                new HotKeys(settings.nearAfter(), HOT_WINDOW, dependencies.timers()::nanoTime),
                dependencies.timers()::nanoTime,
                dependencies.clock());
    }
}
