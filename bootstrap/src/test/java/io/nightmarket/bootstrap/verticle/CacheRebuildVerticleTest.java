package io.nightmarket.bootstrap.verticle;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.bus.BusCodec;
import io.nightmarket.bootstrap.bus.BusMessage.ShopTypesRebuild;
import io.nightmarket.bootstrap.bus.EventBusCacheRebuilds;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.RebuildEntry;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.memory.InMemoryCache;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stale entry, the word of it over the bus, and its rebuild. */
final class CacheRebuildVerticleTest {
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final Vertx vertx = Vertx.vertx();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final InMemoryCache<String, List<ShopType>> types =
            new InMemoryCache<>(clock, FRESH, Duration.ofHours(1), FRESH);
    private final AtomicInteger loads = new AtomicInteger();
    private final ReadThrough<String, List<ShopType>> reader = new ReadThrough<>(
            types,
            _ -> CompletableFuture.completedStage(Optional.of(List.of(type(loads.incrementAndGet())))),
            new EventBusCacheRebuilds<>(vertx.eventBus(), _ -> new ShopTypesRebuild()),
            (_, _) -> {});

    @AfterEach
    void close() {
        var _ = await(vertx.close().toCompletionStage());
    }

    @Test
    void aReaderOfAStaleEntryIsAnsweredAtOnceAndTheEntryIsRebuilt() {
        deploy();
        assertEquals(Optional.of(List.of(type(1))), await(reader.read(FindShop.ALL_TYPES)));
        clock.advance(FRESH.plusSeconds(1));
        assertEquals(Optional.of(List.of(type(1))), await(reader.read(FindShop.ALL_TYPES)), "stale, at once");

        Stages.eventually(
                Stages::pause, () -> await(types.find(FindShop.ALL_TYPES)) instanceof Cached.Fresh<List<ShopType>>);
        var fresh = assertInstanceOf(Cached.Fresh.class, await(types.find(FindShop.ALL_TYPES)));
        assertEquals(List.of(type(2)), fresh.value());
        assertEquals(2, loads.get());
    }

    @Test
    void wordThatTheBusLosesIsGivenAgainByTheNextReaders() {
        AtomicInteger lost = new AtomicInteger();
        var _ = vertx.eventBus().addOutboundInterceptor(delivery -> {
            if (lost.incrementAndGet() > 2) {
                delivery.next();
            }
        });
        deploy();
        assertEquals(Optional.of(List.of(type(1))), await(reader.read(FindShop.ALL_TYPES)));
        clock.advance(FRESH.plusSeconds(1));

        Stages.eventually(
                Stages::pause, () -> await(reader.read(FindShop.ALL_TYPES)).equals(Optional.of(List.of(type(2)))));
        assertEquals(2, loads.get());
        assertTrue(lost.get() >= 3, "two messages were lost before one arrived");
    }

    private void deploy() {
        BusCodec.registerAll(vertx.eventBus());
        DistributedLock lock = InMemoryLeases.lock(new ManualTimers());
        InMemoryCache<ShopId, Shop> shops = new InMemoryCache<>(clock);
        ReadThrough<ShopId, Shop> noShops = new ReadThrough<>(
                shops, _ -> CompletableFuture.completedStage(Optional.empty()), _ -> {}, (_, _) -> {});
        CacheRebuildVerticle verticle = new CacheRebuildVerticle(
                new RebuildEntry<>(shops, noShops, lock, id -> "shop:" + id.value()),
                new RebuildEntry<>(types, reader, lock, key -> key));
        var _ = await(vertx.deployVerticle(verticle).toCompletionStage());
    }

    private static ShopType type(int number) {
        return new ShopType(number, "美食", null, number, null, null);
    }
}
