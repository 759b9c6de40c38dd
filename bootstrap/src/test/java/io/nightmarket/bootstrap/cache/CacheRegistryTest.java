package io.nightmarket.bootstrap.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.bus.BusCodec;
import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheInvalidator;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.domain.memory.InMemoryCacheChanges;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.RealTimers;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class CacheRegistryTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final CacheSettings SETTINGS = new CacheSettings(
            RefreshStrategy.MUTEX, HOUR, Duration.ZERO, Duration.ZERO, HOUR, HOUR, HOUR, 100, 1, Duration.ZERO);

    private final Map<String, String> database = new ConcurrentHashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private CacheRegistry registry;

    @BeforeEach
    void create(Vertx vertx) {
        BusCodec.registerAll(vertx.eventBus());
        Caches caches = new Caches(
                Optional.empty(),
                Optional::empty,
                new CacheLimits(HOUR, HOUR, 4, 4, Duration.ofSeconds(1)),
                new Metrics()::cache,
                new Caches.Dependencies(
                        vertx.eventBus(), "node", (_, _) -> {}, new RealTimers(), clock, new Random(5)));
        registry = new CacheRegistry(
                caches,
                name -> {
                    asked.add(name);
                    return SETTINGS;
                },
                new InMemoryCacheChanges(clock),
                (_, _) -> {});
    }

    private NodeCache<String, String> define(String name) {
        NodeCache<String, String> made = registry.define(
                name,
                new KeyFormat<>(key -> key, text -> text),
                new TypeReference<>() {},
                Source.of(key -> CompletableFuture.completedStage(Optional.ofNullable(database.get(name + key)))));
        var _ = await(made.subscribe().toCompletionStage());
        return made;
    }

    private NodeCache<String, String> defineLocal(String name) {
        return registry.defineLocal(
                name,
                new KeyFormat<>(key -> key, text -> text),
                String::length,
                Source.of(_ -> CompletableFuture.completedStage(Optional.empty())));
    }

    private static String read(NodeCache<String, String> cache) {
        return await(cache.reader().read("1")).value().orElseThrow();
    }

    @Test
    void cachesAreListedInTheOrderOfTheirDefinitionWithTheirSettings() {
        NodeCache<String, String> dishes = define("dish");
        NodeCache<String, String> areas = defineLocal("area");
        NodeCache<String, String> drinks = define("drink");

        assertEquals(List.of(dishes, areas, drinks), registry.all());
        assertEquals(List.of("dish", "area", "drink"), asked);
    }

    @Test
    void aNameIsDefinedOnce() {
        var _ = define("dish");

        for (Supplier<?> again : List.<Supplier<?>>of(() -> define("dish"), () -> defineLocal("dish"))) {
            String message =
                    assertThrows(IllegalStateException.class, again::get).getMessage();
            assertEquals("cache dish is defined twice", message);
        }
    }

    @Test
    void aChangeInvalidatesTheCacheOfItsNameOnly() {
        NodeCache<String, String> dishes = define("dish");
        NodeCache<String, String> drinks = define("drink");
        database.putAll(Map.of("dish1", "noodles", "drink1", "tea"));
        assertEquals(List.of("noodles", "tea"), List.of(read(dishes), read(drinks)));
        database.putAll(Map.of("dish1", "rice", "drink1", "water"));

        await(registry.apply(new CacheChange(1, "dish", "1")));

        assertEquals(List.of("rice", "tea"), List.of(read(dishes), read(drinks)));
    }

    @Test
    void aTargetReceivesTheInvalidationsInPlaceOfItsCache() {
        NodeCache<String, String> dishes = define("dish");
        List<String> invalidated = new ArrayList<>();
        registry.invalidateBy(dishes, new CacheInvalidator.Target() {
            @Override
            public boolean isKey(String key) {
                return true;
            }

            @Override
            public CompletionStage<String> invalidate(String key) {
                invalidated.add(key);
                return dishes.invalidate(key);
            }

            @Override
            public void notifyNodes(String key) {
                dishes.notifyNodes(key);
            }

            @Override
            public Duration retention() {
                return dishes.retention();
            }
        });

        await(registry.apply(new CacheChange(1, "dish", "17")));

        assertEquals(List.of("17"), invalidated);
    }
}
