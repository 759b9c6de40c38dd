package io.nightmarket.bootstrap.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.bus.BusCodec;
import io.nightmarket.bootstrap.bus.BusMessage.CacheInvalidated;
import io.nightmarket.bootstrap.bus.BusMessage.CacheRebuild;
import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RealTimers;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two nodes that share a store and a bus, each with the same cache. */
@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class NodeCacheTest {
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final Duration AGES = Duration.ofHours(10);
    private static final long HEARTBEAT_MILLIS = 20;
    private static final CacheSettings SETTINGS = new CacheSettings(
            RefreshStrategy.LOGICAL_EXPIRY,
            FRESH,
            Duration.ZERO,
            Duration.ZERO,
            AGES,
            FRESH,
            AGES,
            100,
            1,
            Duration.ZERO);

    private Vertx vertx;
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final AtomicInteger loads = new AtomicInteger();
    private final List<Object> lost = new ArrayList<>();
    private final OneStore store = new OneStore();
    private NodeCache<String, String> first;
    private NodeCache<String, String> second;
    private volatile Predicate<Object> loses = _ -> false;

    @BeforeEach
    void deploy(Vertx given) {
        vertx = given;
        BusCodec.registerAll(vertx.eventBus());
        var _ = vertx.eventBus().addOutboundInterceptor(delivery -> {
            if (loses.test(delivery.body())) {
                lost.add(delivery.body());
            } else {
                delivery.next();
            }
        });
        first = cache(caches(Optional.of(store), "first"), "dish");
        second = cache(caches(Optional.of(store), "second"), "dish");
        for (NodeCache<String, String> node : List.of(first, second)) {
            var _ = await(vertx.deployVerticle(new CacheRebuildVerticle(List.of(node), HEARTBEAT_MILLIS))
                    .toCompletionStage());
        }
    }

    /** Opens the same store for every caller. */
    private final class OneStore implements SharedStore {
        private final Cache<Object, Object> cache = Readers.cache(
                new CacheTimes(FRESH, Duration.ZERO, Duration.ZERO, AGES, FRESH, Duration.ofSeconds(3)), clock);

        @Override
        @SuppressWarnings("unchecked")
        public <K, V> Cache<K, V> open(
                String name, java.util.function.Function<K, String> text, TypeReference<V> type, CacheTimes times) {
            return (Cache<K, V>) cache;
        }
    }

    private Caches caches(Optional<SharedStore> store, String node) {
        return new Caches(
                store,
                Optional::empty,
                new CacheLimits(Duration.ofSeconds(5), Duration.ofSeconds(5), 4, 4, Duration.ofSeconds(1)),
                new Metrics()::cache,
                new Caches.Dependencies(vertx.eventBus(), node, (_, _) -> {}, new RealTimers(), clock, new Random(5)));
    }

    private NodeCache<String, String> cache(Caches caches, String name) {
        return caches.shared(
                name,
                SETTINGS,
                new KeyFormat<>(key -> key, text -> text),
                new TypeReference<>() {},
                Source.of(_ -> CompletableFuture.completedStage(Optional.of("load " + loads.incrementAndGet()))));
    }

    private static String read(NodeCache<String, String> node) {
        return await(node.reader().read("1")).value().orElseThrow();
    }

    private void readBoth(String expected) {
        assertEquals(expected, read(first));
        assertEquals(expected, read(second));
    }

    /** An absence that is known for longer than a value lives gives the value no longer life. */
    @Test
    void aNodesCopyIsServedNoLongerThanAValueLives() {
        Duration soft = Duration.ofMillis(200);
        Duration stale = Duration.ofMillis(800);
        CacheSettings settings = new CacheSettings(
                RefreshStrategy.MUTEX,
                soft,
                Duration.ZERO,
                Duration.ZERO,
                stale,
                Duration.ofSeconds(6),
                Duration.ZERO,
                100,
                1,
                Duration.ZERO);
        NodeCache<String, String> node = caches(Optional.of(store), "third")
                .shared(
                        "short",
                        settings,
                        new KeyFormat<>(key -> key, text -> text),
                        new TypeReference<>() {},
                        Source.of(_ -> loads.incrementAndGet() == 1
                                ? CompletableFuture.completedStage(Optional.of("value"))
                                : CompletableFuture.failedStage(new Unavailable("as planned"))));
        assertEquals("value", read(node));
        await(store.cache.clear());
        clock.advance(soft.plus(stale).minusMillis(1));
        assertEquals("value", read(node));

        clock.advance(Duration.ofMillis(1));

        // The copy ends by the real time, a millisecond after it was made.
        Stages.eventually(Stages::pause, () -> fails(node));
        var _ = failureOf(Unavailable.class, node.reader().read("1"));
    }

    private static boolean fails(NodeCache<String, String> node) {
        return await(node.reader().read("1").handle((_, failure) -> failure != null));
    }

    @Test
    void aStaleValueIsRebuiltOnceAndAllNodesHaveTheNewOne() {
        readBoth("load 1");
        clock.advance(FRESH.plusSeconds(1));
        first.reader().onAllInvalidated();
        second.reader().onAllInvalidated();

        String atOnce = read(first);

        assertTrue(List.of("load 1", "load 2").contains(atOnce), atOnce);
        Stages.eventually(Stages::pause, () -> await(store.cache.find("1")) instanceof Cached.Fresh);
        Stages.eventually(
                Stages::pause,
                () -> read(first).equals("load 2") && read(second).equals("load 2"));
        assertEquals(2, loads.get());
    }

    @Test
    void wordThatTheBusLosesIsGivenAgainByTheNextReaders() {
        loses = message -> message instanceof CacheRebuild && lost.isEmpty();
        readBoth("load 1");
        clock.advance(FRESH.plusSeconds(1));

        Stages.eventually(Stages::pause, () -> {
            first.reader().onAllInvalidated();
            return read(first).equals("load 2");
        });

        assertEquals(1, lost.size());
    }

    @Test
    void aChangeEmptiesTheMemoryOfAllNodes() {
        readBoth("load 1");

        var _ = await(first.invalidate("1"));
        first.notifyNodes("1");

        assertEquals("load 2", read(first), "who answered it is not answered later than others");
        Stages.eventually(Stages::pause, () -> read(second).equals("load 2"));
    }

    @Test
    void aNodeThatMissedTheNewsFindsOutByTheNextNumber() {
        settled();
        readBoth("load 1");
        loses = message -> message instanceof CacheInvalidated changed && changed.key() != null;

        var _ = await(first.invalidate("1"));
        first.notifyNodes("1");

        assertEquals("load 2", read(first));
        Stages.eventually(Stages::pause, () -> read(second).equals("load 2"));
        assertEquals(1, lost.size());
    }

    @Test
    void aClearEmptiesTheStoreAndTheMemoryOfAllNodes() {
        settled();
        readBoth("load 1");

        await(first.clear());

        assertEquals("load 2", read(first), "who answered it is not answered later than others");
        Stages.eventually(Stages::pause, () -> read(second).equals("load 2"));
        assertEquals(2, loads.get());
    }

    @Test
    void aNodeThatMissedAClearFindsOutByTheNextPulse() {
        settled();
        readBoth("load 1");
        loses = message ->
                message instanceof CacheInvalidated changed && changed.node().equals("first");
        await(first.clear());
        Stages.eventually(Stages::pause, () -> !lost.isEmpty());
        assertEquals("load 1", read(second));

        loses = _ -> false;

        Stages.eventually(Stages::pause, () -> read(second).equals("load 2"));
    }

    @Test
    void aKeyIsClearedOnAllNodes() {
        settled();
        readBoth("load 1");

        await(first.clear("1"));

        assertEquals("load 2", read(first));
        Stages.eventually(Stages::pause, () -> read(second).equals("load 2"));
    }

    @Test
    void whatEachNodeHasForItselfIsClearedOnAllNodes() {
        List<NodeCache<String, String>> own = new ArrayList<>();
        for (String node : List.of("first", "second")) {
            NodeCache<String, String> cache = caches(Optional.of(store), node)
                    .local(
                            "area",
                            SETTINGS,
                            new KeyFormat<>(key -> key, text -> text),
                            _ -> 1,
                            Source.of(_ ->
                                    CompletableFuture.completedStage(Optional.of("load " + loads.incrementAndGet()))));
            own.add(cache);
            var _ = await(vertx.deployVerticle(new CacheRebuildVerticle(List.of(cache), HEARTBEAT_MILLIS))
                    .toCompletionStage());
        }
        assertEquals("load 1", read(own.getFirst()));
        assertEquals("load 2", read(own.getLast()));

        await(own.getFirst().clear("1"));

        assertEquals("load 3", read(own.getFirst()));
        Stages.eventually(Stages::pause, () -> read(own.getLast()).equals("load 4"));
    }

    @Test
    void operatorsSeeWhatReadersMet() {
        settled();
        ManageCaches.Reads before = second.status().reads();
        readBoth("load 1");
        readBoth("load 1");

        ManageCaches.Status status = second.status();

        assertEquals("dish", status.name());
        assertEquals(new ManageCaches.Reads(before.near() + 1, before.shared() + 1, before.missed()), status.reads());
        assertEquals(new ManageCaches.Loads(1, 0), first.status().loads());
        assertEquals(1, status.nearSize());
        assertEquals(Optional.empty(), status.breaker());
    }

    @Test
    void theSizeOfWeighedCopiesIsTheirWeightAsTheirCapacityIs() {
        NodeCache<String, String> areas = caches(Optional.of(store), "first")
                .local(
                        "area",
                        SETTINGS,
                        new KeyFormat<>(key -> key, text -> text),
                        _ -> 7,
                        Source.of(_ -> CompletableFuture.completedStage(Optional.of("seven"))));
        assertEquals("seven", read(areas));

        assertEquals(8, areas.status().nearSize());
        assertEquals(100, areas.status().nearCapacity());
    }

    /** Changes of each are asked for by the run of one. */
    @Test
    void allCachesInTheMemoryOfANodeHaveOneRun() {
        Caches caches = caches(Optional.empty(), "alone");

        assertEquals(
                await(cache(caches, "dish").incarnation()),
                await(cache(caches, "drink").invalidate("1")));

        assertNotEquals(
                await(cache(caches, "dish").incarnation()),
                await(cache(caches(Optional.empty(), "later"), "dish").incarnation()));
    }

    @Test
    void whatCanNotBeReadIsNoKey() {
        NodeCache<Long, String> numbers = caches(Optional.empty(), "alone")
                .shared(
                        "number",
                        SETTINGS,
                        new KeyFormat<>(String::valueOf, Long::parseLong),
                        new TypeReference<>() {},
                        Source.of(_ -> CompletableFuture.completedStage(Optional.empty())));

        assertTrue(numbers.isKey("17"));
        assertFalse(numbers.isKey("abc"));
    }

    @Test
    void aCacheOfOneEntryHasOneKey() {
        NodeCache<String, String> types = caches(Optional.empty(), "alone")
                .shared(
                        "types",
                        SETTINGS,
                        KeyFormat.only("all"),
                        new TypeReference<>() {},
                        Source.of(_ -> CompletableFuture.completedStage(Optional.empty())));

        assertTrue(types.isKey("all"));
        assertFalse(types.isKey("17"));
    }

    /** Both nodes have heard of both. */
    private void settled() {
        readBoth("load 1");
        first.reader().onAllInvalidated();
        second.reader().onAllInvalidated();
        int heard = heardPulses();
        Stages.eventually(Stages::pause, () -> heardPulses() > heard + 6);
    }

    private final AtomicInteger heartbeats = new AtomicInteger();

    private int heardPulses() {
        if (heartbeats.get() == 0) {
            heartbeats.incrementAndGet();
            var _ = vertx.eventBus()
                    .<CacheInvalidated>consumer(CacheInvalidated.addressOf("dish"), _ -> heartbeats.incrementAndGet());
        }
        return heartbeats.get();
    }
}
