package io.nightmarket.domain.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryOrderLists;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of loaded sets, by the lists of orders. */
final class LoadedReadsTest {
    private static final UserId BUYER = new UserId(7);
    private static final UserId OTHER = new UserId(8);
    private static final Slice LIST = new Slice(List.of(), true);
    private static final Optional<Slice> FOUND = Optional.of(LIST);

    private final ManualTimers timers = new ManualTimers();
    private final InMemoryOrderLists lists = new InMemoryOrderLists();
    private final List<UserId> loads = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private CompletionStage<Optional<Slice>> database = CompletableFuture.completedStage(FOUND);
    private Runnable meanwhile = () -> {};
    private int reads;

    private LoadedReads<UserId, Slice> reads(OrderListCache sets, int maxWaits) {
        return new LoadedReads<>(sets, this::load, maxWaits, (what, _) -> missed.add(what), timers, new Random(1));
    }

    private CompletionStage<Optional<Slice>> load(UserId buyer) {
        loads.add(buyer);
        meanwhile.run();
        return database;
    }

    private CompletionStage<Optional<Slice>> read() {
        reads++;
        return lists.read(BUYER, Optional.empty(), 10);
    }

    private CompletionStage<Optional<Slice>> read(OrderListCache sets) {
        return reads(sets, 3).read(BUYER, this::read);
    }

    private static void put(OrderListCache lists, UserId buyer) {
        Instant time = Instant.parse("2026-11-20T12:00:00Z");
        await(lists.put(List.of(new Order(
                new OrderId(1), buyer, new VoucherId(1), 1, OrderStatus.UNPAID, time, null, null, null, time))));
    }

    @Test
    void aSetThatIsNotThereIsLoaded() {
        assertEquals(FOUND, await(read(lists)));
        assertEquals(List.of(), missed);
    }

    @Test
    void aLoadThatFailsLeavesItsPlaceToTheNextReader() {
        database = CompletableFuture.failedStage(new Unavailable("away"));
        assertInstanceOf(Unavailable.class, failureOf(read(lists)));
        database = CompletableFuture.completedStage(FOUND);
        assertEquals(FOUND, await(read(lists)));
    }

    @Test
    void whatIsKeptInNoSetIsReadElsewhere() {
        database = CompletableFuture.completedStage(Optional.empty());
        assertEquals(Optional.empty(), await(read(lists)));
        assertTrue(await(lists.beginLoad(BUYER)).isPresent(), "no load is under way");
    }

    @Test
    void aSetThatAnotherLoadsIsWaitedFor() {
        String load = await(lists.beginLoad(BUYER)).orElseThrow();
        CompletionStage<Optional<Slice>> waiting = read(lists);
        assertFalse(waiting.toCompletableFuture().isDone());
        assertTrue(await(lists.store(BUYER, load, LIST)));
        timers.advance(Duration.ofSeconds(1));
        assertEquals(FOUND, await(waiting));
    }

    @Test
    void aSetThatWasLoadedSinceTheReadIsNotLoadedAgain() {
        CompletionStage<Optional<Slice>> reader = reads(lists, 1).read(BUYER, () -> {
            CompletionStage<Optional<Slice>> found = read();
            await(lists.beginLoad(BUYER)).ifPresent(load -> assertTrue(await(lists.store(BUYER, load, LIST))));
            return found;
        });
        timers.advance(Duration.ofSeconds(1));
        assertEquals(FOUND, await(reader));
        assertEquals(List.of(), loads);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void aLoadThatNeverEndsIsWaitedForAFewTimes(int maxWaits) {
        assertTrue(await(lists.beginLoad(BUYER)).isPresent());
        CompletionStage<Optional<Slice>> waiting = reads(lists, maxWaits).read(BUYER, this::read);
        timers.advance(Duration.ofSeconds(2));
        assertEquals(Optional.empty(), await(waiting));
        assertEquals(1 + maxWaits, reads);
        assertEquals(List.of(), loads);
    }

    @Test
    void aLoadThatAChangeOvertakesIsDoneAgainOnce() {
        meanwhile = () -> {
            meanwhile = () -> {};
            put(lists, BUYER);
        };
        CompletionStage<Optional<Slice>> once = read(lists);
        timers.advance(Duration.ofSeconds(1));
        assertEquals(FOUND, await(once));
        assertEquals(List.of(BUYER, BUYER), loads);

        lists.loseAll();
        loads.clear();
        meanwhile = () -> put(lists, BUYER);
        CompletionStage<Optional<Slice>> always = read(lists);
        timers.advance(Duration.ofSeconds(1));
        assertEquals(Optional.empty(), await(always));
        assertEquals(List.of(BUYER, BUYER), loads);
    }

    @Test
    void aSetThatIsLostAgainAndAgainIsLoadedTwice() {
        assertEquals(Optional.empty(), await(reads(lists, 7).read(BUYER, () -> {
            lists.loseAll();
            return read();
        })));
        assertEquals(List.of(BUYER, BUYER), loads);
        assertEquals(3, reads);
    }

    @Test
    void concurrentReadersShareALoad() {
        CompletableFuture<Optional<Slice>> slow = new CompletableFuture<>();
        database = slow;
        LoadedReads<UserId, Slice> shared = reads(lists, 1);
        List<CompletionStage<Optional<Slice>>> readers =
                Stream.generate(() -> shared.read(BUYER, this::read)).limit(3).toList();
        slow.complete(FOUND);
        assertTrue(
                readers.stream().allMatch(reader -> reader.toCompletableFuture().isDone()), "without a pause");
        readers.forEach(reader -> assertEquals(FOUND, await(reader)));
        assertEquals(List.of(BUYER), loads);
    }

    @Test
    void whileSetsAreAwayTheReaderGoesOn() {
        assertEquals(Optional.empty(), await(read(Changed.away(OrderListCache.class))));
        assertEquals(List.of("a loaded set"), missed);
    }

    @Test
    void aSetThatIsNotStoredIsNoted() {
        OrderListCache failing = Changed.method(
                OrderListCache.class, lists, "store", (_, _) -> CompletableFuture.failedStage(new Unavailable("away")));
        assertEquals(Optional.empty(), await(read(failing)));
        assertEquals(List.of("a loaded set"), missed);
    }

    /** What happens to the load of the other one of two sets. */
    enum Case {
        STORED(2, 2),
        BUSY(3, 1),
        OVERTAKEN(3, 3),
        NO_SET(1, 2);

        final int reads;
        final int loads;

        Case(int reads, int loads) {
            this.reads = reads;
            this.loads = loads;
        }
    }

    /** One of the two sets is stored by the first load in each case. */
    @ParameterizedTest
    @EnumSource
    void ofSeveralSetsEachIsLoaded(Case other) {
        if (other == Case.BUSY) {
            assertTrue(await(lists.beginLoad(OTHER)).isPresent());
        }
        LoadedReads<UserId, Slice> both = new LoadedReads<>(
                lists, buyer -> load(buyer, other), 2, (what, _) -> missed.add(what), timers, new Random(1));
        CompletionStage<Set<UserId>> reader = both.read(
                this::readBoth,
                found -> Stream.of(BUYER, OTHER, BUYER)
                        .filter(buyer -> !found.contains(buyer))
                        .toList());
        assertEquals(
                other == Case.STORED || other == Case.NO_SET,
                reader.toCompletableFuture().isDone(),
                "without a pause");
        timers.advance(Duration.ofSeconds(1));
        Set<UserId> expected = switch (other) {
            case STORED -> Set.of(BUYER, OTHER);
            case BUSY, OVERTAKEN -> Set.of(BUYER);
            case NO_SET -> Set.of();
        };
        assertEquals(expected, await(reader));
        assertEquals(other.reads, reads);
        assertEquals(other.loads, loads.size());
        assertTrue(await(readBoth()).contains(BUYER), "it was stored");
    }

    private CompletionStage<Optional<Slice>> load(UserId buyer, Case other) {
        if (buyer.equals(OTHER) && other == Case.OVERTAKEN) {
            put(lists, OTHER);
        }
        loads.add(buyer);
        return CompletableFuture.completedStage(buyer.equals(OTHER) && other == Case.NO_SET ? Optional.empty() : FOUND);
    }

    /** Those that are loaded. */
    private CompletionStage<Set<UserId>> readBoth() {
        reads++;
        return CompletableFuture.completedStage(Stream.of(BUYER, OTHER)
                .filter(buyer -> await(lists.read(buyer, Optional.empty(), 1)).isPresent())
                .collect(Collectors.toSet()));
    }
}
