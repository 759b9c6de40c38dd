package io.nightmarket.domain.cache;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheMeter.Event;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.simulation.Changed;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that read through one shared cache, in a time that passes only when a test lets it. */
final class ReadThroughTest {
    private static final Duration NEAR = Duration.ofSeconds(5);
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final Duration KEEP = Duration.ofHours(1);
    private static final Duration SOFT = Duration.ofMillis(200);
    private static final Duration HARD = Duration.ofMillis(1500);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration LONGEST_LOAD = Duration.ofMillis(2_400);
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration TICKET_RENEWAL = Duration.ofMillis(300);
    private static final CacheTimes TIMES =
            new CacheTimes(FRESH, Duration.ZERO, Duration.ZERO, KEEP, Duration.ofSeconds(30), LEASE);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final ManualTimers timers = new ManualTimers();
    private final Cache<Long, String> store = Readers.cache(TIMES, clock);
    private final List<Node> nodes = new ArrayList<>();
    private final List<Long> rebuilds = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private final List<CompletableFuture<Optional<String>>> heldLoads = new ArrayList<>();

    private @Nullable RuntimeException storeFault;
    private @Nullable RuntimeException putFault;
    private @Nullable RuntimeException sourceFault;
    private boolean storeSilent;
    private boolean holdLoads;
    private int loadsInLine;
    private String source = "first";
    private boolean filterSaysNo;
    private Supplier<CompletionStage<Boolean>> filter = this::askFilter;
    private Supplier<CompletionStage<Optional<String>>> loader = this::askSource;
    /** What the filter answers waits for this. */
    private CompletionStage<Void> filterAnswered = CompletableFuture.completedStage(null);

    /** Requests for tickets are answered after this. */
    private CompletionStage<Void> ticketsAnswered = CompletableFuture.completedStage(null);

    private int loads;
    private int ticketRenewals;

    private void elapse(Duration time) {
        clock.advance(time);
        timers.advance(time);
    }

    /** The shared cache as a node reaches it: it can be away, or not answer. */
    @SuppressWarnings("unchecked")
    private Cache<Long, String> reached() {
        return Changed.calls(Cache.class, (_, method, arguments) -> {
            String name = method.getName();
            ticketRenewals += name.equals("renew") ? 1 : 0;
            if (putFault != null && name.equals("put")) {
                throw putFault;
            }
            if (storeSilent) {
                return new CompletableFuture<>();
            }
            if (storeFault != null) {
                return CompletableFuture.failedStage(storeFault);
            }
            CompletionStage<Object> answer = Changed.call(store, method, arguments);
            return name.equals("acquireTicket") ? answer.thenCombine(ticketsAnswered, (ticket, _) -> ticket) : answer;
        });
    }

    private final class Node implements CacheMeter, InvalidationBus<Long> {
        private final Map<Event, Integer> counts = new EnumMap<>(Event.class);
        private final ReadThrough<Long, String> reader;

        Node(RefreshStrategy strategy, int loadsAtOnce, int hotAfter) {
            this(strategy, new Bulkhead(loadsAtOnce, loadsInLine), hotAfter);
        }

        Node(RefreshStrategy strategy, Bulkhead slots, int hotAfter) {
            NearCache.Times times = new NearCache.Times(NEAR, NEAR, FRESH.plus(KEEP), Duration.ofSeconds(1));
            reader = new ReadThrough<>(
                    _ -> filter.get(),
                    new NearCache<>(
                            new ConcurrentHashMap<>(),
                            times,
                            new HotKeys(hotAfter, Duration.ofSeconds(10), timers::nanoTime),
                            timers::nanoTime,
                            clock),
                    reached(),
                    new ShieldedLoader<>(this::load, slots, HARD, LONGEST_LOAD, this, timers, clock),
                    new ReadThrough.Outputs<>(
                            (key, seen) -> rebuilds.add(seen), this, this, (what, _) -> missed.add(what)),
                    new ReadThrough.Policy(strategy, Duration.ofMillis(300), SOFT, HARD, RETRY),
                    new ReadThrough.Environment(timers, clock, new Random(3)));
            nodes.add(this);
        }

        private CompletionStage<Optional<String>> load(Long key) {
            loads++;
            if (holdLoads) {
                CompletableFuture<Optional<String>> held = new CompletableFuture<>();
                heldLoads.add(held);
                return held;
            }
            return key > 0 || sourceFault != null ? loader.get() : CompletableFuture.completedStage(Optional.empty());
        }

        @Override
        public void count(Event event) {
            counts.merge(event, 1, Integer::sum);
        }

        @Override
        public void loaded(long nanos, boolean failed) {}

        @Override
        public void invalidated(Long key) {
            nodes.forEach(node -> node.reader.onInvalidated(key));
        }

        @Override
        public void loaded(Long key) {
            nodes.forEach(node -> node.reader.onLoaded(key));
        }

        ReadResult<String> read(long key) {
            return await(reader.read(key));
        }

        String value(long key) {
            return read(key).value().orElseThrow();
        }

        int counted(Event event) {
            return counts.getOrDefault(event, 0);
        }
    }

    private CompletionStage<Boolean> askFilter() {
        return filterAnswered.thenApply(_ -> !filterSaysNo);
    }

    private CompletionStage<Optional<String>> askSource() {
        return sourceFault == null
                ? CompletableFuture.completedStage(Optional.of(source))
                : CompletableFuture.failedStage(sourceFault);
    }

    private Node node(RefreshStrategy strategy) {
        return new Node(strategy, 16, 1);
    }

    private Node node() {
        return node(RefreshStrategy.LOGICAL_EXPIRY);
    }

    /** A node that has the first value, which is stale by now. */
    private Node stale(RefreshStrategy strategy) {
        Node node = node(strategy);
        assertEquals("first", node.value(1));
        elapse(FRESH.plusSeconds(1));
        return node;
    }

    /** As a merchant does it: the source first, then the shared cache, then a message to all. */
    private void update(String value) {
        source = value;
        var _ = await(store.invalidate(1L));
        nodes.forEach(node -> node.reader.onInvalidated(1L));
    }

    @Test
    void aMissingValueIsLoadedOnceForAllNodes() {
        Node first = node();
        Node second = node();

        assertEquals("first", first.value(1));
        assertEquals("first", second.value(1));
        assertEquals("first", first.value(1));

        assertEquals(1, loads);
        assertEquals(1, first.counted(Event.NEAR_HIT));
        assertEquals(1, second.counted(Event.SHARED_HIT));
        for (Node node : List.of(first, first, second)) {
            assertTrue(node.read(-1).value().isEmpty());
        }
        assertEquals(2, loads, "an absence is known, too");
        assertEquals(0, timers.waiting());
    }

    @Test
    void whatTheFilterDoesNotKnowIsNotAskedFor() {
        filterSaysNo = true;
        Node node = node();

        assertTrue(node.read(1).value().isEmpty());

        assertEquals(0, loads);
        assertEquals(1, node.counted(Event.FILTERED));
        filterSaysNo = false;
        update("made");
        assertEquals("made", node.value(1), "it knew it absent");
    }

    @Test
    void aThousandReadersOnTwoNodesOfAMissingKeyMakeOneLoad() {
        for (RefreshStrategy strategy : RefreshStrategy.values()) {
            loads = 0;
            var _ = await(store.invalidate(1L));
            holdLoads = true;
            List<Node> both = List.of(node(strategy), node(strategy));
            List<CompletionStage<ReadResult<String>>> readings = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                readings.add(both.get(i % 2).reader.read(1L));
            }

            heldLoads.removeLast().complete(Optional.of("loaded"));

            readings.forEach(reading ->
                    assertEquals(Optional.of("loaded"), await(reading).value()));
            assertEquals(1, loads);
            holdLoads = false;
        }
    }

    @Test
    void aCrowdOfThreadsMakesOneLoad() {
        Node node = node();

        List<ReadResult<String>> readings = atOnce(32, _ -> node.reader.read(1L));

        assertTrue(readings.stream().allMatch(reading -> reading.value().equals(Optional.of("first"))));
        assertEquals(1, loads);
    }

    @Test
    void whoWaitsForALoaderThatDiedLoadsWhenItsLeaseEnds() {
        assertInstanceOf(LoadTicket.Granted.class, await(store.acquireTicket(1L, 0)), "by one who died");
        elapse(LEASE.minusMillis(1_000));
        Node node = node();
        CompletionStage<ReadResult<String>> reading = node.reader.read(1L);

        elapse(Duration.ofMillis(900));
        assertFalse(reading.toCompletableFuture().isDone());
        assertEquals(0, loads);
        elapse(Duration.ofMillis(200));

        assertEquals(Optional.of("first"), await(reading).value());
        assertEquals(1, loads);
    }

    @Test
    void whileAnotherHoldsTheLeaseNobodyElseLoads() {
        assertInstanceOf(LoadTicket.Granted.class, await(store.acquireTicket(1L, 0)), "by one who died");
        CompletionStage<ReadResult<String>> reading = node().reader.read(1L);

        elapse(HARD);

        assertInstanceOf(Unavailable.class, failureOf(reading));
        assertEquals(0, loads);
    }

    @Test
    void aTicketIsRenewedWhileItsLoadRunsAndNoLonger() {
        holdLoads = true;
        CompletionStage<Boolean> rebuilt = node().reader.rebuild(1L, 0);
        int renewals = Math.toIntExact(LONGEST_LOAD.minusMillis(1).dividedBy(TICKET_RENEWAL));

        elapse(LONGEST_LOAD.minusMillis(1));
        assertEquals(renewals, ticketRenewals);
        heldLoads.removeLast().complete(Optional.of("loaded"));

        assertTrue(await(rebuilt));
        assertEquals(0, timers.waiting());
        assertInstanceOf(LoadTicket.Found.class, await(store.acquireTicket(1L, 0)));
    }

    @Test
    void aTicketThatCanNotBeRenewedFailsNoLoad() {
        holdLoads = true;
        CompletionStage<ReadResult<String>> reading = node().reader.read(1L);
        storeFault = new Unavailable("away for a moment");
        elapse(TICKET_RENEWAL);
        storeFault = null;

        heldLoads.removeLast().complete(Optional.of("loaded"));

        assertEquals(Optional.of("loaded"), await(reading).value());
        assertInstanceOf(LoadTicket.Found.class, await(store.acquireTicket(1L, 0)));
        assertEquals(List.of("a load ticket"), missed);
    }

    /** The waiter hears of nothing, and the load ends at any moment before its own last look. */
    @ParameterizedTest
    @ValueSource(ints = {0, 800, 900, 1_000, 1_100, 1_200, 1_300, 1_400, 1_440})
    void aSlowLoadIsTheAnswerOnOtherNodesToo(int millis) {
        Node loading = node();
        Node waiting = node();
        holdLoads = true;
        CompletionStage<ReadResult<String>> first = loading.reader.read(1L);
        CompletionStage<ReadResult<String>> second = waiting.reader.read(1L);
        nodes.remove(waiting);

        elapse(Duration.ofMillis(millis));
        heldLoads.removeLast().complete(Optional.of("loaded"));
        assertEquals(Optional.of("loaded"), await(first).value());
        assertFalse(second.toCompletableFuture().isDone());
        elapse(millis == 0 ? Duration.ofMillis(100) : HARD.minusMillis(millis));

        assertEquals(Optional.of("loaded"), await(second).value());
        assertEquals(1, loads);
        assertEquals(Map.of(Event.MISS, 1), waiting.counts, "what another loaded meanwhile was no hit");
    }

    /** Its only slot is taken by a load that does not end. */
    @Test
    void whoIsQueuedUntilTheLastLookGetsWhatAnotherNodeLoaded() {
        loadsInLine = 1;
        Node loading = node();
        Node busy = new Node(RefreshStrategy.LOGICAL_EXPIRY, 1, 1);
        holdLoads = true;
        var _ = busy.reader.read(2L);
        CompletionStage<ReadResult<String>> queued = busy.reader.read(1L);
        holdLoads = false;
        assertEquals("first", loading.value(1));

        elapse(HARD.minusMillis(51));
        assertFalse(queued.toCompletableFuture().isDone());
        elapse(Duration.ofMillis(1));

        assertEquals(Optional.of("first"), await(queued).value());
        assertEquals(2, loads);
    }

    @Test
    void whoIsRejectedGetsWhatAnotherNodeLoadedMeanwhile() {
        Node loading = node();
        Node busy = new Node(RefreshStrategy.LOGICAL_EXPIRY, 1, 1);
        holdLoads = true;
        var _ = busy.reader.read(2L);
        CompletableFuture<Void> late = new CompletableFuture<>();
        filterAnswered = late;
        CompletionStage<ReadResult<String>> rejected = busy.reader.read(1L);
        filterAnswered = CompletableFuture.completedStage(null);
        holdLoads = false;
        assertEquals("first", loading.value(1));

        late.complete(null);

        assertEquals(Optional.of("first"), await(rejected).value());
        assertEquals(2, loads);
    }

    @Test
    void aReaderThatCancelsLeavesTheKeyToTheOthers() {
        Node node = node();
        holdLoads = true;
        CompletionStage<ReadResult<String>> first = node.reader.read(1L);
        CompletionStage<ReadResult<String>> joining = node.reader.read(1L);
        CompletionStage<ReadResult<String>> cancelling = node.reader.read(1L);

        first.toCompletableFuture().cancel(true);
        cancelling.toCompletableFuture().cancel(true);
        holdLoads = false;
        heldLoads.removeLast().complete(Optional.of("loaded"));

        assertEquals(Optional.of("loaded"), await(joining).value());
        assertEquals("loaded", node.value(1));
        node.reader.onAllInvalidated();
        assertEquals("loaded", node.value(1), "and later reads are under way on their own");
    }

    /** By the clock that was set back it would be fresh for another hour. */
    @Test
    void aValueThatWouldBeFreshForTooLongIsReplaced() {
        Node node = new Node(RefreshStrategy.MUTEX, 16, 1_000);
        assertEquals("first", node.value(1));
        source = "second";
        clock.advance(Duration.ofMinutes(-1));
        assertEquals("first", node.value(1), "a minute is clock skew");
        clock.advance(Duration.ofMillis(-1));

        assertEquals("second", node.value(1));
        assertEquals("second", node.value(1));
        assertEquals(2, loads);
    }

    /** A key that is never hot, so that every read gets to the shared cache. */
    @ParameterizedTest
    @EnumSource(RefreshStrategy.class)
    void whatCanNotBeReplacedIsTriedOnceInAnInterval(RefreshStrategy strategy) {
        Node node = new Node(strategy, 16, 1_000);
        assertEquals("first", node.value(1));
        elapse(FRESH.plusSeconds(1));
        sourceFault = new Unavailable("away");

        for (int i = 0; i < 134; i++) {
            assertTrue(node.read(1).stale());
            elapse(Duration.ofMillis(20));
        }

        assertEquals(3, loads - 1 + rebuilds.size());
    }

    @Test
    void whatWasReplacedIsReplacedAgainWithoutAPause() {
        Node node = new Node(RefreshStrategy.MUTEX, 16, 1_000);
        Node other = new Node(RefreshStrategy.MUTEX, 16, 1_000);
        assertEquals("first", node.value(1));
        for (String value : List.of("second", "third")) {
            elapse(FRESH);
            clock.advance(Duration.ofSeconds(1));
            source = value;

            assertEquals(value, node.value(1));
            assertEquals(value, other.value(1));
        }
        assertEquals(3, loads);
    }

    @Test
    void aLoadHoldsItsSlotUntilItHasEndedOrTakesTooLong() {
        Node node = new Node(RefreshStrategy.LOGICAL_EXPIRY, 1, 1);
        holdLoads = true;
        CompletionStage<ReadResult<String>> hanging = node.reader.read(1L);
        elapse(HARD);
        assertInstanceOf(Unavailable.class, failureOf(hanging));
        holdLoads = false;
        elapse(LONGEST_LOAD.minus(HARD).minusMillis(1));
        assertInstanceOf(Unavailable.class, failureOf(node.reader.read(2L)));

        elapse(Duration.ofMillis(1));

        assertEquals("first", node.value(2));
        assertEquals("first", node.value(1), "nor is its ticket left");
    }

    @Test
    void aValueThatTheSharedCacheCanNotHoldIsServed() {
        putFault = new IllegalArgumentException("as planned");
        Node node = node();

        assertEquals("first", node.value(1));

        assertEquals(List.of("a cache entry"), missed);
        assertInstanceOf(LoadTicket.Granted.class, await(store.acquireTicket(1L, 0)), "no ticket is left");
    }

    private NearCache<Long, String> near(NearCache.Times times) {
        HotKeys hot = new HotKeys(1, NEAR, timers::nanoTime);
        return new NearCache<>(new ConcurrentHashMap<>(), times, hot, timers::nanoTime, clock);
    }

    @Test
    void aNearCopyEndsWithItsValue() {
        NearCache<Long, String> near = near(new NearCache.Times(NEAR, NEAR, FRESH, NEAR));
        Instant loaded = clock.instant();
        elapse(FRESH.minusSeconds(1));
        near.put(1L, new ReadResult<>(Optional.of("first"), loaded, false), near.generation(1L));
        NearCache.Copy<String> copy = Objects.requireNonNull(near.find(1L));
        assertTrue(near.isFresh(copy));

        elapse(Duration.ofSeconds(1));

        assertFalse(near.isFresh(copy));
        assertFalse(near.isServableStale(copy));
    }

    @Test
    void byLogicalExpiryAStaleValueIsServedAtOnceAndItsRebuildAskedFor() {
        Node node = node();
        assertEquals("first", node.value(1));
        Instant loaded = clock.instant();
        source = "second";
        elapse(FRESH.plusSeconds(1));

        assertEquals(new ReadResult<>(Optional.of("first"), loaded, true), node.read(1));
        assertEquals(new ReadResult<>(Optional.of("first"), loaded, true), node.read(1), "from memory");

        assertEquals(Map.of(Event.MISS, 1, Event.SHARED_HIT, 1, Event.NEAR_HIT, 1, Event.STALE, 2), node.counts);
        assertEquals(1, loads);
        assertEquals(List.of(loaded.toEpochMilli()), rebuilds);
    }

    @Test
    void whatIsRenewedWasNotReadBefore() {
        Node node = node();
        holdLoads = true;
        CompletionStage<ReadResult<String>> before = node.reader.read(1L);
        CompletionStage<ReadResult<String>> renewed = node.reader.renew(1L);
        assertEquals(1, loads);

        heldLoads.removeLast().complete(Optional.of("before"));
        assertEquals(Optional.of("before"), await(before).value());
        elapse(Duration.ofMillis(100));
        assertEquals(2, loads);
        heldLoads.removeLast().complete(Optional.of("after"));

        assertEquals(Optional.of("after"), await(renewed).value());
        assertEquals("after", node.value(1));
        assertEquals("after", node().value(1));
    }

    @Test
    void withoutTheSharedCacheANodeRenewsForItself() {
        Node node = node();
        assertEquals("first", node.value(1));
        source = "second";
        storeFault = new Unavailable("away");
        assertEquals(Optional.of("second"), await(node.reader.renew(1L)).value());
        assertEquals("second", node.value(1));
        assertEquals(2, loads);
    }

    @Test
    void whatCanNotBeRenewedIsStillThere() {
        Node node = node();
        assertEquals("first", node.value(1));
        sourceFault = new Unavailable("away");
        var _ = failureOf(Unavailable.class, node.reader.renew(1L));
        assertEquals("first", node.value(1));
        sourceFault = null;
        source = "second";
        assertEquals(Optional.of("second"), await(node.reader.renew(1L)).value());
        assertEquals("second", node.value(1));
    }

    @Test
    void aRebuildIsDoneOnceAndSeenByAllNodes() {
        Node first = node();
        Node second = node();
        assertEquals("first", first.value(1));
        elapse(FRESH.plusSeconds(1));
        assertEquals("first", first.value(1));
        assertEquals("first", second.value(1));
        holdLoads = true;

        CompletionStage<Boolean> rebuilding = first.reader.rebuild(1L, rebuilds.get(0));
        assertFalse(await(second.reader.rebuild(1L, rebuilds.get(1))), "at once, another loads");
        heldLoads.removeLast().complete(Optional.of("second"));
        assertTrue(await(rebuilding));
        assertFalse(await(second.reader.rebuild(1L, rebuilds.get(1))), "word of an entry that is gone by now");

        assertEquals("second", first.value(1));
        assertEquals("second", second.value(1));
        assertEquals(2, loads);
        assertEquals(1, first.counted(Event.REBUILT));
    }

    @Test
    void aRebuildTakesNoPlaceInTheLineOfReaders() {
        loadsInLine = 1;
        Node node = new Node(RefreshStrategy.LOGICAL_EXPIRY, 1, 1);
        assertEquals("first", node.value(1));
        elapse(FRESH.plusSeconds(1));
        assertEquals("first", node.value(1));
        holdLoads = true;
        CompletionStage<ReadResult<String>> other = node.reader.read(2L);

        assertFalse(await(node.reader.rebuild(1L, rebuilds.getFirst())), "the only place is taken");
        CompletionStage<ReadResult<String>> inLine = node.reader.read(3L);
        holdLoads = false;
        heldLoads.removeLast().complete(Optional.of("other"));

        assertEquals(Optional.of("other"), await(other).value());
        assertEquals(Optional.of("first"), await(inLine).value());
        assertTrue(await(node.reader.rebuild(1L, rebuilds.getFirst())));
        assertEquals(4, loads);
    }

    @Test
    void aRebuildThatTheSharedCacheCouldNotHearOfLoadsNothing() {
        Node node = stale(RefreshStrategy.LOGICAL_EXPIRY);
        assertEquals("first", node.value(1));
        storeFault = new Unavailable("away by now");

        assertSame(storeFault, failureOf(node.reader.rebuild(1L, rebuilds.getFirst())));
        assertEquals(1, loads);

        storeFault = null;
        assertTrue(await(node.reader.rebuild(1L, rebuilds.getFirst())));
        assertEquals(2, loads);
    }

    @Test
    void byMutexReadersOfAStaleValueWaitForOneLoad() {
        Node first = stale(RefreshStrategy.MUTEX);
        Node second = node(RefreshStrategy.MUTEX);
        holdLoads = true;

        CompletionStage<ReadResult<String>> one = second.reader.read(1L);
        CompletionStage<ReadResult<String>> other = second.reader.read(1L);
        assertFalse(one.toCompletableFuture().isDone());
        heldLoads.removeLast().complete(Optional.of("second"));

        assertEquals(Optional.of("second"), await(one).value());
        assertEquals(Optional.of("second"), await(other).value());
        assertEquals("second", first.value(1));
        assertEquals(2, loads);
    }

    /** Loader reads, writer updates and invalidates, loader writes: step by step. */
    @Test
    void aLoaderThatReadBeforeAnUpdateKeepsNothing() {
        Node node = node();
        holdLoads = true;
        CompletionStage<ReadResult<String>> early = node.reader.read(1L);
        holdLoads = false;

        update("second");
        CompletionStage<ReadResult<String>> late = node.reader.read(1L);
        assertEquals(Optional.of("second"), await(late).value(), "who comes after the update doesn't wait for the old");
        heldLoads.removeLast().complete(Optional.of("first"));

        assertEquals(Optional.of("first"), await(early).value(), "who came before it may get it");
        assertEquals("second", node.value(1));
        assertEquals("second", node().value(1));
        assertEquals(1, node.counted(Event.LOAD_REJECTED));
    }

    @Test
    void whatASlowReaderBringsFromTheSharedCacheIsNotKeptAfterAnUpdate() {
        NearCache<Long, String> near = near(new NearCache.Times(NEAR, NEAR, KEEP, NEAR));
        long generation = near.generation(1L);

        near.invalidate(1L);
        near.put(1L, new ReadResult<>(Optional.of("first"), clock.instant(), false), generation);

        assertEquals(null, near.find(1L));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aNodeThatMissesTheNewsServesTheOldValueForItsNearTimeAtMost(boolean learnsThatItMayHaveMissedNews) {
        Node node = node();
        Node deaf = node();
        assertEquals("first", node.value(1));
        assertEquals("first", deaf.value(1));
        nodes.remove(deaf);

        update("second");

        assertEquals("second", node.value(1));
        assertEquals("first", deaf.value(1));
        if (learnsThatItMayHaveMissedNews) {
            deaf.reader.onAllInvalidated();
        } else {
            elapse(NEAR);
        }
        assertEquals("second", deaf.value(1));
    }

    @Test
    void withoutTheSharedCacheTheTruthIsAskedOnceInANearTime() {
        storeFault = new Unavailable("away");
        Node node = new Node(RefreshStrategy.LOGICAL_EXPIRY, 16, 1_000);

        assertEquals("first", node.value(1));
        assertEquals("first", node.value(1));
        elapse(NEAR);
        assertEquals("first", node.value(1));

        assertEquals(2, loads, "cold or hot, for nothing else shields the source");
        assertEquals(Map.of(Event.MISS, 2, Event.NEAR_HIT, 1), node.counts);
    }

    @Test
    void aSharedCacheThatDoesNotAnswerIsNotWaitedForLong() {
        storeSilent = true;
        CompletionStage<ReadResult<String>> reading = node().reader.read(1L);
        assertFalse(reading.toCompletableFuture().isDone());

        elapse(Duration.ofMillis(300));

        assertEquals(Optional.of("first"), await(reading).value());
    }

    @Test
    void whenNothingAnswersTheLastGoodValueIsServedAndToldToBeOld() {
        Node node = node();
        Instant loaded = clock.instant();
        assertEquals("first", node.value(1));
        storeFault = new Unavailable("away");
        sourceFault = new TimedOut("slow");
        elapse(Duration.ofMinutes(30));

        assertEquals(new ReadResult<>(Optional.of("first"), loaded, true), node.read(1));
        int tried = loads;
        assertEquals(new ReadResult<>(Optional.of("first"), loaded, true), node.read(1));
        assertEquals(tried, loads, "nobody is asked again for a moment");
        elapse(Duration.ofSeconds(2));
        sourceFault = null;
        source = "second";

        assertEquals("second", node.value(1));
    }

    @Test
    void whatIsTooOldOrAbsentIsNotServedWhenNothingAnswers() {
        Node node = node();
        assertEquals("first", node.value(1));
        assertTrue(node.read(-1).value().isEmpty());
        storeFault = new Unavailable("away");
        sourceFault = new TimedOut("slow");

        elapse(NEAR);
        assertSame(sourceFault, failureOf(node.reader.read(-1L)));
        elapse(FRESH.plus(KEEP).minus(NEAR));

        assertSame(sourceFault, failureOf(node.reader.read(1L)));
    }

    @Test
    void byMutexAStaleValueOfTheSharedCacheIsServedWhenTheTruthIsAway() {
        var _ = stale(RefreshStrategy.MUTEX);
        sourceFault = new Unavailable("away");

        ReadResult<String> reading = node(RefreshStrategy.MUTEX).read(1);

        assertEquals(Optional.of("first"), reading.value());
        assertTrue(reading.stale());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoCouldBeGivenAnOlderValueWaitsForASoftTimeOnly(boolean failsAfterwards) {
        Node node = stale(RefreshStrategy.MUTEX);
        holdLoads = true;
        CompletionStage<ReadResult<String>> reading = node.reader.read(1L);
        assertFalse(reading.toCompletableFuture().isDone());

        elapse(SOFT);
        assertTrue(await(reading).stale());
        assertEquals(Map.of(Event.MISS, 2, Event.STALE, 1), node.counts);
        if (failsAfterwards) {
            heldLoads.removeLast().completeExceptionally(new TimedOut("as planned"));
            assertEquals(1, node.counted(Event.STALE));
            return;
        }
        heldLoads.removeLast().complete(Optional.of("second"));
        elapse(Duration.ofSeconds(1));

        assertEquals("second", node.value(1), "what came late was kept");
        assertEquals(2, loads);
    }

    @Test
    void nobodyWaitsLongerThanTheHardTime() {
        holdLoads = true;
        CompletionStage<ReadResult<String>> reading = node().reader.read(1L);

        elapse(HARD);

        assertInstanceOf(Unavailable.class, failureOf(reading));
        heldLoads.removeLast().complete(Optional.of("late"));
        assertEquals("late", node().value(1), "what came late was kept");
    }

    @Test
    void theSourceIsNotOverloaded() {
        holdLoads = true;
        Node node = new Node(RefreshStrategy.LOGICAL_EXPIRY, 2, 1);
        List<CompletionStage<ReadResult<String>>> readings = new ArrayList<>();
        for (long key = 1; key <= 5; key++) {
            readings.add(node.reader.read(key));
        }

        assertEquals(2, loads);
        readings.subList(2, 5).forEach(reading -> assertInstanceOf(Unavailable.class, failureOf(reading)));
        heldLoads.forEach(load -> load.complete(Optional.of("loaded")));
        holdLoads = false;

        assertEquals("first", node.value(5), "a rejected read leaves no ticket behind");
    }

    @ParameterizedTest
    @ValueSource(classes = {Unavailable.class, IllegalStateException.class})
    void aFailedLoadFailsItsReadersAndTheNextTriesAgain(Class<?> kind) {
        sourceFault = kind == Unavailable.class ? new Unavailable("away") : new IllegalStateException("a bug");
        Node node = node();
        assertSame(sourceFault, failureOf(node.reader.read(1L)));

        sourceFault = null;

        assertEquals("first", node.value(1));
    }

    @Test
    void aBugOfTheSharedCacheIsNotHidden() {
        storeFault = new IllegalStateException("as planned");
        assertSame(storeFault, failureOf(node().reader.read(1L)));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T, E extends Throwable> T sneakyThrow(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** Kotlin and other languages throw checked exceptions without a declaration. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSourceThatThrowsACheckedExceptionKeepsNoSlot(boolean storeIsAway) {
        Node node = new Node(RefreshStrategy.LOGICAL_EXPIRY, 1, 1);
        IOException thrown = new IOException("as planned");
        loader = () -> sneakyThrow(thrown);
        storeFault = storeIsAway ? new Unavailable("away") : null;
        assertSame(thrown, node.reader.read(1L).toCompletableFuture().exceptionNow());
        loader = this::askSource;

        assertEquals("first", node.value(2));
        storeFault = null;
        assertEquals("first", node.value(3));
    }

    @Test
    void aSourceThatAnswersNullFailsItsReadersAndSaysSo() {
        loader = () -> CompletableFuture.completedStage(null);
        for (Node node : List.of(node(), new Node(RefreshStrategy.LOGICAL_EXPIRY, 16, 1_000))) {
            NullPointerException failure =
                    assertInstanceOf(NullPointerException.class, failureOf(node.reader.read(1L)));
            assertEquals("a source answers an Optional, not null", failure.getMessage());
        }
    }

    static List<Supplier<CompletionStage<Boolean>>> brokenFilters() {
        return List.of(
                () -> CompletableFuture.failedStage(new Unavailable("as planned")),
                () -> CompletableFuture.failedStage(new IllegalStateException("as planned")),
                () -> CompletableFuture.completedStage(null),
                () -> sneakyThrow(new IOException("as planned")),
                () -> {
                    throw new IllegalStateException("as planned");
                });
    }

    @ParameterizedTest
    @MethodSource("brokenFilters")
    void aFilterThatIsBrokenExcludesNothing(Supplier<CompletionStage<Boolean>> broken) {
        filter = broken;

        assertEquals("first", node().value(1));
    }

    /** As many readers as there are slots hold them all; without another they would wait for each other. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSourceMayReadAnotherCacheOnTheSameSlots(boolean isAsynchronous) {
        loadsInLine = 100;
        Bulkhead slots = new Bulkhead(8, loadsInLine);
        Node inner = new Node(RefreshStrategy.LOGICAL_EXPIRY, slots, 1);
        Node outer = new Node(RefreshStrategy.LOGICAL_EXPIRY, slots, 1);
        AtomicLong innerKeys = new AtomicLong(1_000);
        CompletionStage<Void> before =
                isAsynchronous ? timers.pause(Duration.ofMillis(100)) : CompletableFuture.completedStage(null);
        Supplier<CompletionStage<Optional<String>>> nested = () -> before.thenCompose(_ -> {
            loader = () -> timers.pause(Duration.ofMillis(50)).thenApply(_ -> Optional.of("inner"));
            return inner.reader.read(innerKeys.incrementAndGet()).thenApply(ReadResult::value);
        });
        List<CompletionStage<ReadResult<String>>> readings = new ArrayList<>();
        for (long key = 1; key <= 8; key++) {
            loader = nested;
            readings.add(outer.reader.read(key));
        }

        for (int i = 0; i < 32; i++) {
            elapse(Duration.ofMillis(50));
        }

        readings.forEach(
                reading -> assertEquals(Optional.of("inner"), await(reading).value()));
    }

    @Test
    void anEntryThatCanNotBeKeptIsNoted() {
        holdLoads = true;
        CompletionStage<ReadResult<String>> reading = node().reader.read(1L);
        storeFault = new Unavailable("away by now");

        heldLoads.removeLast().complete(Optional.of("loaded"));

        assertEquals(Optional.of("loaded"), await(reading).value());
        assertEquals(List.of("a cache entry", "a load ticket"), missed);
    }

    @Test
    void onlyHotKeysAreKeptNear() {
        Node node = new Node(RefreshStrategy.LOGICAL_EXPIRY, 16, 3);
        for (int i = 0; i < 5; i++) {
            assertEquals("first", node.value(1));
        }

        assertEquals(1, node.counted(Event.MISS));
        assertEquals(2, node.counted(Event.SHARED_HIT));
        assertEquals(2, node.counted(Event.NEAR_HIT));
    }

    @Test
    void byMutexAStaleValueIsServedSoonWhenTheTruthHangs() {
        var _ = stale(RefreshStrategy.MUTEX);
        holdLoads = true;
        Node other = node(RefreshStrategy.MUTEX);

        CompletionStage<ReadResult<String>> reading = other.reader.read(1L);
        elapse(SOFT);

        assertEquals(Optional.of("first"), await(reading).value(), "though this node had no copy of its own");
        assertTrue(await(reading).stale());
        assertTrue(other.read(1).stale(), "nobody waits again for a moment");
        heldLoads.removeLast().complete(Optional.of("second"));
        elapse(Duration.ofSeconds(1));
        assertEquals("second", other.value(1));
    }

    @Test
    void whenTheSharedCacheIsBackItsOlderValueDoesNotReplaceALaterOne() {
        Node node = node();
        assertEquals("first", node.value(1));
        storeFault = new Unavailable("away");
        source = "second";
        elapse(FRESH.plusSeconds(1));
        assertEquals("second", node.value(1));
        storeFault = null;
        elapse(NEAR);

        ReadResult<String> reading = node.read(1);

        assertEquals(Optional.of("second"), reading.value());
        assertTrue(reading.stale());
        assertFalse(rebuilds.isEmpty(), "and the shared one is to be rebuilt");
    }

    @Test
    void whenTheSharedCacheIsBackWhatIsFreshThereIsKeptNearAgain() {
        Node node = node();
        assertEquals("first", node.value(1));
        storeFault = new Unavailable("away");
        source = "second";
        elapse(NEAR);
        assertEquals("second", node.value(1));
        storeFault = null;
        assertEquals("second", node.value(1), "within its time the later one is served");
        elapse(NEAR);
        assertEquals("first", node.value(1));
        int near = node.counted(Event.NEAR_HIT);

        assertEquals("first", node.value(1));

        assertEquals(near + 1, node.counted(Event.NEAR_HIT));
        elapse(NEAR);
        update("third");
        assertEquals("third", node.value(1));
    }

    @Test
    void anOldCopyIsServedForAPauseAlsoAfterWordOfAnotherKey() {
        NearCache<Long, String> near = near(new NearCache.Times(NEAR, NEAR, KEEP, Duration.ofSeconds(1)));
        long generation = near.generation(1L);
        near.put(1L, new ReadResult<>(Optional.of("first"), clock.instant(), false), generation);
        for (long other = 2; near.generation(1L) == generation; other++) {
            near.invalidate(other);
        }
        elapse(NEAR);
        NearCache.Copy<String> old = Objects.requireNonNull(near.find(1L));
        assertFalse(near.isFresh(old));

        assertTrue(near.serveStale(1L, old).stale());

        assertTrue(near.isFresh(Objects.requireNonNull(near.find(1L))));
        near.invalidate(1L);
        var _ = near.serveStale(1L, old);
        assertEquals(null, near.find(1L), "but not after word of its own");
    }

    @Test
    void aLeaseIsNotClaimedBeforeTheTruthMayBeAsked() {
        holdLoads = true;
        loadsInLine = 5;
        Node busy = new Node(RefreshStrategy.LOGICAL_EXPIRY, 1, 1);
        CompletionStage<ReadResult<String>> first = busy.reader.read(1L);
        CompletionStage<ReadResult<String>> inLine = busy.reader.read(2L);
        holdLoads = false;

        assertEquals("first", node().value(2), "another node does not wait for one who stands in line");

        heldLoads.removeLast().complete(Optional.of("first"));
        assertEquals(Optional.of("first"), await(first).value());
        assertEquals(Optional.of("first"), await(inLine).value());
        assertEquals(2, loads);
    }

    @Test
    void aLeaseThatComesTooLateIsGivenBack() {
        CompletableFuture<Void> late = new CompletableFuture<>();
        ticketsAnswered = late;
        CompletionStage<ReadResult<String>> reading = node().reader.read(1L);
        elapse(Duration.ofMillis(300));
        assertEquals(Optional.of("first"), await(reading).value(), "for this node alone");
        assertInstanceOf(LoadTicket.Busy.class, await(store.acquireTicket(1L, 0)));

        late.complete(null);

        assertInstanceOf(LoadTicket.Granted.class, await(store.acquireTicket(1L, 0)));
        assertEquals(1, loads);
    }

    @Test
    void whoStoodInLineForTooLongDoesNotAskTheTruth() {
        holdLoads = true;
        loadsInLine = 5;
        Node busy = new Node(RefreshStrategy.LOGICAL_EXPIRY, 1, 1);
        CompletionStage<ReadResult<String>> first = busy.reader.read(1L);
        CompletionStage<ReadResult<String>> inLine = busy.reader.read(2L);
        elapse(HARD.plusMillis(1));

        heldLoads.removeLast().complete(Optional.of("late"));

        assertInstanceOf(Unavailable.class, failureOf(first));
        assertInstanceOf(Unavailable.class, failureOf(inLine));
        assertEquals(1, loads);
    }
}
