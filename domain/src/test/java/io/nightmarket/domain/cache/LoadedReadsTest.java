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
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Reads of loaded sets, by the lists of orders. */
final class LoadedReadsTest {
    private static final UserId BUYER = new UserId(7);
    private static final Slice LIST = new Slice(List.of(), true);

    private final ManualTimers timers = new ManualTimers();
    private final InMemoryOrderLists lists = new InMemoryOrderLists();
    private CompletionStage<Optional<Slice>> database = CompletableFuture.completedStage(Optional.of(LIST));

    private CompletionStage<Optional<Slice>> read(OrderListCache sets) {
        LoadedReads<UserId, Slice> reads = new LoadedReads<>(sets, _ -> database, timers, new Random(1));
        return reads.read(BUYER, () -> lists.read(BUYER, Optional.empty(), 10));
    }

    @Test
    void aSetThatIsNotThereIsLoaded() {
        assertEquals(Optional.of(LIST), await(read(lists)));
    }

    @Test
    void aLoadThatFailsLeavesItsPlaceToTheNextReader() {
        database = CompletableFuture.failedStage(new Unavailable("away"));
        assertInstanceOf(Unavailable.class, failureOf(read(lists)));
        database = CompletableFuture.completedStage(Optional.of(LIST));
        assertEquals(Optional.of(LIST), await(read(lists)));
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
        assertEquals(Optional.of(LIST), await(waiting));
    }

    @Test
    void aSetThatWasLoadedSinceTheReadIsNotLoadedAgain() {
        database = CompletableFuture.failedStage(new Unavailable("it is asked once"));
        AtomicBoolean isFirst = new AtomicBoolean(true);
        LoadedReads<UserId, Slice> reads = new LoadedReads<>(lists, _ -> database, timers, new Random(1));
        assertEquals(Optional.of(LIST), await(reads.read(BUYER, () -> {
            CompletionStage<Optional<Slice>> found = lists.read(BUYER, Optional.empty(), 10);
            if (isFirst.getAndSet(false)) {
                String load = await(lists.beginLoad(BUYER)).orElseThrow();
                assertTrue(await(lists.store(BUYER, load, LIST)));
            }
            return found;
        })));
        assertTrue(await(lists.beginLoad(BUYER)).isPresent(), "no load is under way");
    }

    @Test
    void whileSetsAreAwayTheReaderGoesOn() {
        assertEquals(Optional.empty(), await(read(Changed.away(OrderListCache.class))));
    }
}
