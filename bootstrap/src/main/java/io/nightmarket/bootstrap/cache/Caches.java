package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.nightmarket.bootstrap.bus.EventBusCacheNews;
import io.nightmarket.bootstrap.metrics.CacheMetrics;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.HotKeys;
import io.nightmarket.domain.cache.MemoryCache;
import io.nightmarket.domain.cache.NearCache;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.ShieldedLoader;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.MissedWrites;
import io.vertx.core.eventbus.EventBus;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/** Makes caches, each from a name, its keys, the type of its values and a loader. */
public final class Caches {
    /** In which reads are counted that make a key hot. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    /** Between two attempts of a node to replace a stale value, which is served meanwhile. */
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

    /** No copy is older than the longest life, by any node's clock. */
    private static final Duration CLOCKS_APART = Duration.ofMinutes(10);

    /** Entries of a cache that has no other store than this node's memory. */
    private static final int SLOTS = 100_000;

    /** Of all caches in this node's memory, which are empty when it starts. */
    private final String run = UUID.randomUUID().toString();

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

        /** The state of the circuit breaker before the store, if there is one. */
        default Optional<BreakerState> breaker() {
            return Optional.empty();
        }
    }

    /**
     * Limits of readers and of the source.
     *
     * @param soft how long a reader waits that could be given an older value
     * @param hard how long a reader waits in all
     * @param loads the most loads under way on this node
     * @param waiting the most loads queued
     * @param statement how long a load may take
     */
    public record Limits(Duration soft, Duration hard, int loads, int waiting, Duration statement) {
        /** The time-out of the shared cache; a slower one is as good as away, for the database answers sooner. */
        public Duration shared() {
            return hard.dividedBy(5);
        }

        /** The longest that a load takes: with a call to the shared cache before and after it, as long as its lease. */
        public Duration load() {
            return lease().minus(shared().multipliedBy(2));
        }

        private Duration lease() {
            return statement.plus(hard);
        }

        /** How long a cache of such settings keeps what. */
        public CacheTimes times(CacheSettings settings) {
            return new CacheTimes(
                    settings.fresh(),
                    settings.jitterLeast(),
                    settings.jitterMost(),
                    settings.keep(),
                    settings.absent(),
                    lease());
        }
    }

    /** What all caches of a node share. */
    public record Tools(
            EventBus bus, String node, MissedWrites missed, Timers timers, Clock clock, RandomGenerator random) {}

    /** How keys are written. */
    public record Keys<K>(Function<K, String> text, Function<String, K> parse) {
        /** Of a cache that has this key and no other. */
        public static Keys<String> only(String key) {
            return new Keys<>(text -> text, text -> {
                if (!text.equals(key)) {
                    throw new IllegalArgumentException("the only key is " + key);
                }
                return key;
            });
        }
    }

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

    /** In which calls to the database wait for one another, those of caches and others that are made instead of them. */
    public Bulkhead truth() {
        return bulkhead;
    }

    /** A cache of its own name. */
    public <K, V> NodeCache<K, V> make(
            String name, CacheSettings settings, Keys<K> keys, TypeReference<V> type, Truth<K, V> truth) {
        Cache<K, V> shared = store.open(name, keys.text(), type, limits.times(settings));
        return make(name, settings, keys, new Home<>(shared, true, _ -> 0, bulkhead, store::breaker), truth);
    }

    /**
     * A cache of what each node finds for itself, elsewhere than in the database, in its memory alone.
     *
     * @param weight of a value; all together weigh no more than there may be values near
     */
    public <K, V> NodeCache<K, V> makeOwn(
            String name, CacheSettings settings, Keys<K> keys, ToIntFunction<V> weight, Truth<K, V> truth) {
        CacheTimes times = limits.times(settings);
        ConcurrentMap<K, MemoryCache.Slot<V>> slots = this.<K, MemoryCache.Slot<V>>room(
                        name, settings.nearSize(), times, slot -> weight(weight, slot.value()))
                .map();
        Cache<K, V> own = new MemoryCache<>(run, slots, times, tools.clock(), tools.random());
        Bulkhead line = new Bulkhead(limits.loads(), limits.waiting());
        return make(name, settings, keys, new Home<>(own, false, weight, line, Optional::empty), truth);
    }

    /**
     * Where the entries of a cache are.
     *
     * @param shared with other nodes
     * @param weight of a value, above that of a key
     * @param line in which loads wait
     * @param breaker before the store
     */
    private record Home<K, V>(
            Cache<K, V> store,
            boolean shared,
            ToIntFunction<V> weight,
            Bulkhead line,
            Supplier<Optional<BreakerState>> breaker) {}

    private <K, V> NodeCache<K, V> make(
            String name, CacheSettings settings, Keys<K> keys, Home<K, V> home, Truth<K, V> truth) {
        CacheTimes times = limits.times(settings);
        CacheMetrics meter = metrics.apply(name);
        EventBusCacheNews<K> news = new EventBusCacheNews<>(
                tools.bus(), home.shared(), name, tools.node(), keys.text(), keys.parse(), tools.timers()::nanoTime);
        Room<K, NearCache.Copy<V>> copies = this.<K, NearCache.Copy<V>>room(
                name,
                settings.nearSize(),
                times,
                copy -> weight(home.weight(), copy.reading().value()));
        ReadThrough<K, V> reader = new ReadThrough<>(
                truth.filter(),
                near(copies.map(), settings, times),
                home.store(),
                new ShieldedLoader<>(
                        truth.loader(),
                        home.line(),
                        limits.hard(),
                        limits.load(),
                        meter,
                        tools.timers(),
                        tools.clock()),
                new ReadThrough.Channels<>(news, news, meter, tools.missed()),
                new ReadThrough.Policy(
                        settings.breakdown(),
                        settings.near(),
                        limits.shared(),
                        limits.soft(),
                        limits.hard(),
                        RETRY_INTERVAL),
                new ReadThrough.Surroundings(tools.timers(), tools.clock(), tools.random()));
        Duration retention = times.longest().plus(CLOCKS_APART);
        NodeCache.Description description = new NodeCache.Description(
                name, settings, home.shared(), retention, meter, copies.weight(), home.breaker());
        return new NodeCache<>(description, keys, home.store(), reader, news, tools.missed());
    }

    private <K, V> NearCache<K, V> near(
            ConcurrentMap<K, NearCache.Copy<V>> copies, CacheSettings settings, CacheTimes times) {
        Duration absence = settings.near().compareTo(settings.absent()) < 0 ? settings.near() : settings.absent();
        return new NearCache<>(
                copies,
                new NearCache.Times(settings.near(), absence, times.longest(), RETRY_INTERVAL),
                new HotKeys(settings.nearAfter(), WINDOW, tools.timers()::nanoTime),
                tools.timers()::nanoTime,
                tools.clock());
    }

    private <K, V> Cache<K, V> inMemory(
            String name, Function<K, String> text, TypeReference<V> type, CacheTimes times) {
        ConcurrentMap<K, MemoryCache.Slot<V>> slots =
                this.<K, MemoryCache.Slot<V>>room(name, SLOTS, times, _ -> 1).map();
        return new MemoryCache<>(run, slots, times, tools.clock(), tools.random());
    }

    /** A bounded map, and what its entries weigh together. */
    private record Room<K, V>(ConcurrentMap<K, V> map, LongSupplier weight) {}

    /** @param most all together weigh */
    private <K, V> Room<K, V> room(String name, long most, CacheTimes times, ToIntFunction<V> weight) {
        CacheMetrics meter = metrics.apply(name);
        var room = Caffeine.newBuilder()
                .maximumWeight(most)
                .<K, V>weigher((_, value) -> weight.applyAsInt(value))
                .expireAfterWrite(times.longest())
                .evictionListener((_, _, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        meter.evicted();
                    }
                })
                .<K, V>build();
        return new Room<>(room.asMap(), () -> {
            // Counts what was written just now, too.
            room.cleanUp();
            return room.policy().eviction().orElseThrow().weightedSize().orElseThrow();
        });
    }

    /** Of a key with its value, if it has one. */
    private static <V> int weight(ToIntFunction<V> weight, Optional<V> value) {
        return 1 + value.map(weight::applyAsInt).orElse(0);
    }
}
