package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheMeter;
import io.nightmarket.domain.cache.CacheRebuilds;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.HotKeys;
import io.nightmarket.domain.cache.InvalidationBus;
import io.nightmarket.domain.cache.MemoryCache;
import io.nightmarket.domain.cache.NearCache;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.domain.cache.ShieldedLoader;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Readers through caches in memory, as plain as they can be. */
public final class Readers {
    /** Fresh for a minute and kept for an hour more, absences for half a minute, without jitter. */
    public static final CacheTimes TIMES = new CacheTimes(
            Duration.ofMinutes(1),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(30),
            Duration.ofSeconds(3));

    /** Counts nothing. */
    public static final CacheMeter NO_METER = new CacheMeter() {
        @Override
        public void count(Event event) {}

        @Override
        public void loaded(long nanos, boolean failed) {}
    };

    private Readers() {}

    /** An empty cache of {@link #TIMES}. */
    public static <K, V> Cache<K, V> cache(Clock clock) {
        return cache(TIMES, clock);
    }

    public static <K, V> Cache<K, V> cache(CacheTimes times, Clock clock) {
        return new MemoryCache<>("run", new ConcurrentHashMap<>(), times, clock, new Random(11));
    }

    /** Notifies no node. */
    public static <K> InvalidationBus<K> noBus() {
        return new InvalidationBus<>() {
            @Override
            public void invalidated(K key) {}

            @Override
            public void loaded(K key) {}
        };
    }

    /** Shops in this store: as a node has them that runs alone. */
    public static ShopCache shops(
            Cache<ShopId, Shop> store,
            Function<ShopId, CompletionStage<Optional<Shop>>> source,
            Clock clock,
            Timers timers) {
        ReadThrough<ShopId, Shop> reader = of(store, source, (_, _) -> {}, clock, timers);
        return ShopCache.of(reader, change -> {
            ShopId shop = new ShopId(Long.parseLong(change.key()));
            return store.invalidate(shop).thenAccept(_ -> reader.onInvalidated(shop));
        });
    }

    /** A reader by logical expiry that keeps nothing near. */
    public static <K, V> ReadThrough<K, V> of(
            Cache<K, V> shared,
            Function<K, CompletionStage<Optional<V>>> source,
            CacheRebuilds<K> rebuilds,
            Clock clock,
            Timers timers) {
        Duration second = Duration.ofSeconds(1);
        NearCache.Times none = new NearCache.Times(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
        return new ReadThrough<>(
                _ -> CompletableFuture.completedStage(true),
                new NearCache<>(
                        new ConcurrentHashMap<>(),
                        none,
                        new HotKeys(1, second, timers::nanoTime),
                        timers::nanoTime,
                        clock),
                shared,
                new ShieldedLoader<>(
                        source,
                        new Bulkhead(100, 100),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        NO_METER,
                        timers,
                        clock),
                new ReadThrough.Outputs<>(rebuilds, noBus(), NO_METER, (_, _) -> {}),
                new ReadThrough.Policy(RefreshStrategy.LOGICAL_EXPIRY, second, second, Duration.ofSeconds(5), second),
                new ReadThrough.Environment(timers, clock, new Random(12)));
    }
}
