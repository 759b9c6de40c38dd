package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.nightmarket.bootstrap.bus.EventBusCacheNews;
import io.nightmarket.bootstrap.metrics.CacheMetrics;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.HotKeys;
import io.nightmarket.domain.cache.MemoryCache;
import io.nightmarket.domain.cache.NearCache;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.RebuildEntry;
import io.nightmarket.domain.cache.ShieldedLoader;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.MissedWrites;
import io.nightmarket.domain.lock.DistributedLock;
import io.vertx.core.eventbus.EventBus;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/** Makes caches, each from a name, its keys, the type of its values and a loader. */
public final class Caches {
    /** In which reads are counted that make a key hot. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    /** So long an old value is served without asking again, when nothing better was to be had. */
    private static final Duration OLD_PAUSE = Duration.ofSeconds(1);

    /** Longer than a call to MySQL may take, to connect and to be answered; whose loader died is loaded by others before. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    /** No copy is older than the longest life, by any node's clock. */
    private static final Duration CLOCKS_APART = Duration.ofMinutes(10);

    /** Entries of a cache that has no other store than this node's memory. */
    private static final int SLOTS = 100_000;

    /** A cache in memory has no second copy there. */
    private static final int NOTHING_NEAR = 0;

    private final SharedStore store;
    private final Limits limits;
    private final Function<String, CacheMetrics> metrics;
    private final Tools tools;

    /** One for all: they ask the same database. */
    private final Bulkhead bulkhead;

    /** Where the second level of caches is. */
    @FunctionalInterface
    public interface SharedStore {
        <K, V> Cache<K, V> open(String name, Function<K, String> text, TypeReference<V> type, CacheTimes times);
    }

    /**
     * What readers bear, and the truth.
     *
     * @param soft so long a reader waits who could be given an older value
     * @param hard so long a reader waits in all; a shared cache that takes a fifth of it is as good as away, for the truth
     *     answers sooner
     * @param loads so many calls of caches to the truth are under way on this node
     * @param waiting so many more wait for their turn
     */
    public record Limits(Duration soft, Duration hard, int loads, int waiting) {
        /** How long a cache of such settings keeps what. */
        public CacheTimes times(CacheSettings settings) {
            return new CacheTimes(
                    settings.fresh(),
                    settings.jitterLeast(),
                    settings.jitterMost(),
                    settings.keep(),
                    settings.absent(),
                    LEASE);
        }
    }

    /** What all caches of a node share. */
    public record Tools(
            EventBus bus,
            String node,
            DistributedLock lock,
            MissedWrites missed,
            Timers timers,
            Clock clock,
            RandomGenerator random) {}

    /** How keys are written. */
    public record Keys<K>(Function<K, String> text, Function<String, K> parse) {}

    /** Where things come from. */
    public record Truth<K, V>(
            Function<K, CompletionStage<Boolean>> filter, Function<K, CompletionStage<Optional<V>>> loader) {
        /** A truth without a filter before it. */
        public static <K, V> Truth<K, V> of(Function<K, CompletionStage<Optional<V>>> loader) {
            return new Truth<>(_ -> CompletableFuture.completedStage(true), loader);
        }
    }

    /** @param store nothing: this node's memory is all there is, so there must be no other node */
    public Caches(Optional<SharedStore> store, Limits limits, Function<String, CacheMetrics> metrics, Tools tools) {
        this.store = store.orElse(this::inMemory);
        this.limits = limits;
        this.metrics = metrics;
        this.tools = tools;
        this.bulkhead = new Bulkhead(limits.loads(), limits.waiting());
    }

    /** A cache of its own name. */
    public <K, V> NodeCache<K, V> make(
            String name, CacheSettings settings, Keys<K> keys, TypeReference<V> type, Truth<K, V> truth) {
        Cache<K, V> shared = store.open(name, keys.text(), type, limits.times(settings));
        return make(name, settings, keys, shared, settings.nearSize(), truth);
    }

    /**
     * A cache of what each node finds for itself, in its memory alone.
     *
     * @param weight of a value; all together weigh no more than there may be values near
     */
    public <K, V> NodeCache<K, V> makeOwn(
            String name, CacheSettings settings, Keys<K> keys, ToIntFunction<V> weight, Truth<K, V> truth) {
        CacheTimes times = limits.times(settings);
        ConcurrentMap<K, MemoryCache.Slot<V>> slots = Caffeine.newBuilder()
                .maximumWeight(settings.nearSize())
                .<K, MemoryCache.Slot<V>>weigher((_, slot) ->
                        1 + slot.value().map(value -> weight.applyAsInt(value)).orElse(0))
                .expireAfterWrite(times.longest())
                .<K, MemoryCache.Slot<V>>build()
                .asMap();
        Cache<K, V> own = new MemoryCache<>(slots, times, tools.clock(), tools.random());
        return make(name, settings, keys, own, NOTHING_NEAR, truth);
    }

    private <K, V> NodeCache<K, V> make(
            String name, CacheSettings settings, Keys<K> keys, Cache<K, V> store, int nearSize, Truth<K, V> truth) {
        CacheTimes times = limits.times(settings);
        CacheMetrics meter = metrics.apply(name);
        boolean shared = nearSize != NOTHING_NEAR;
        EventBusCacheNews<K> news = new EventBusCacheNews<>(
                tools.bus(), shared, name, tools.node(), keys.text(), keys.parse(), tools.timers()::nanoTime);
        ReadThrough<K, V> reader = new ReadThrough<>(
                truth.filter(),
                near(settings, nearSize, times, meter),
                store,
                new ShieldedLoader<>(truth.loader(), bulkhead, limits.hard(), meter, tools.timers(), tools.clock()),
                new ReadThrough.Channels<>(news, news, meter, tools.missed()),
                new ReadThrough.Policy(
                        settings.breakdown(),
                        settings.near(),
                        limits.hard().dividedBy(5),
                        limits.soft(),
                        limits.hard().dividedBy(2),
                        limits.hard()),
                new ReadThrough.Surroundings(tools.timers(), tools.clock(), tools.random()));
        // What nobody else has needs no lock: its lease is enough.
        BiFunction<K, Long, CompletionStage<Boolean>> rebuilder = shared
                ? new RebuildEntry<>(
                        reader,
                        tools.lock(),
                        key -> "cache:" + name + ':' + keys.text().apply(key))::rebuild
                : reader::rebuild;
        Duration retention = times.longest().plus(CLOCKS_APART);
        return new NodeCache<>(keys, store, retention, reader, rebuilder, news, tools.missed());
    }

    private <K, V> NearCache<K, V> near(CacheSettings settings, int nearSize, CacheTimes times, CacheMetrics meter) {
        ConcurrentMap<K, NearCache.Copy<V>> copies = Caffeine.newBuilder()
                .maximumSize(nearSize)
                .expireAfterWrite(times.longest())
                .evictionListener((_, _, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        meter.evicted();
                    }
                })
                .<K, NearCache.Copy<V>>build()
                .asMap();
        Duration absence = settings.near().compareTo(settings.absent()) < 0 ? settings.near() : settings.absent();
        return new NearCache<>(
                copies,
                new NearCache.Times(settings.near(), absence, times.longest(), OLD_PAUSE),
                new HotKeys(settings.nearAfter(), WINDOW, tools.timers()::nanoTime),
                tools.timers()::nanoTime,
                tools.clock());
    }

    private <K, V> Cache<K, V> inMemory(
            String name, Function<K, String> text, TypeReference<V> type, CacheTimes times) {
        ConcurrentMap<K, MemoryCache.Slot<V>> slots = Caffeine.newBuilder()
                .maximumSize(SLOTS)
                .expireAfterWrite(times.longest())
                .<K, MemoryCache.Slot<V>>build()
                .asMap();
        return new MemoryCache<>(slots, times, tools.clock(), tools.random());
    }
}
