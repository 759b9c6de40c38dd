package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.HeldCalls;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryShopCoordinates;
import io.nightmarket.domain.memory.InMemoryShopIndex;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.shop.ShopGeoSearch.Located;
import io.nightmarket.domain.simulation.Changed;
import java.lang.reflect.InvocationHandler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How shops, and their names, come into the indexes, and how these are asked. */
class IndexShopTest {
    private static final ShopId SHOP = new ShopId(7);
    private static final Position OLD = new Position(120.16, 30.25);
    private static final Position NEW = new Position(121.47, 31.23);

    private final InMemoryShopCoordinates coordinates = new InMemoryShopCoordinates();
    private final InMemoryShopIndex index = new InMemoryShopIndex();
    private final IndexShop indexShop = new IndexShop(coordinates, index);

    @BeforeEach
    void anEmptyIndex() {
        await(index.use(await(index.begin("")), 0));
    }

    private static ShopCoordinates at(Position position) {
        return new ShopCoordinates(SHOP, 1, position.x(), position.y());
    }

    private boolean isFound(Position position) {
        List<Located> found = await(index.around(1, position, 5_000, 10)).shops();
        assertTrue(found.isEmpty() || found.getFirst().id().equals(SHOP));
        return !found.isEmpty();
    }

    @Test
    void aShopIsFoundWhereItIsAndNowhereElse() {
        coordinates.put(at(OLD));
        await(indexShop.refresh(SHOP));
        assertTrue(isFound(OLD));

        coordinates.put(at(NEW));
        await(indexShop.refresh(SHOP));
        assertFalse(isFound(OLD));
        assertTrue(isFound(NEW));

        coordinates.put(new ShopCoordinates(SHOP, 1, NEW.x(), 90));
        await(indexShop.refresh(SHOP));
        assertFalse(isFound(NEW), "it left the map");

        coordinates.put(at(NEW));
        await(indexShop.refresh(SHOP));
        coordinates.remove(SHOP);
        await(indexShop.refresh(SHOP));
        assertFalse(isFound(NEW));
    }

    @Test
    void whoWritesWhatWasReadBeforeAChangeLooksAgain() {
        HeldCalls steps = new HeldCalls();
        IndexShop stepped =
                new IndexShop(steps.over(ShopCoordinatesReader.class, coordinates), steps.over(ShopIndex.class, index));
        coordinates.put(at(OLD));
        CompletableFuture<Void> early = stepped.refresh(SHOP).toCompletableFuture();
        steps.letGo(0); // early reads the old place
        coordinates.put(at(NEW));
        CompletableFuture<Void> late = stepped.refresh(SHOP).toCompletableFuture();
        steps.letGo(1); // late reads the new place
        steps.letGo(1); // and writes it
        steps.letGo(1); // and looks again
        assertTrue(late.isDone());
        steps.letGo(0); // early writes the old place over it
        assertTrue(isFound(OLD));
        assertFalse(early.isDone());

        steps.letGo(0); // and looks again
        steps.letGo(0); // and writes the new place
        steps.letGo(0); // and looks again

        assertTrue(early.isDone());
        assertEquals(0, steps.waiting());
        assertTrue(isFound(NEW));
        assertFalse(isFound(OLD));
    }

    @Test
    void inWhateverOrderThingsHappenTheIndexEndsUpWithTheTruth() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            HeldCalls steps = new HeldCalls();
            IndexShop stepped = new IndexShop(
                    steps.over(ShopCoordinatesReader.class, coordinates), steps.over(ShopIndex.class, index));
            for (int change = 0; change < 4; change++) {
                var _ = steps.hold(() -> {
                    changeSomehow(random);
                    return stepped.refresh(SHOP);
                });
            }
            steps.letAllGo(random);

            Optional<ShopCoordinates> truth = await(coordinates.find(SHOP));
            for (int x = 0; x < 3; x++) {
                Position position = new Position(x, 0);
                assertEquals(truth.filter(place -> place.x() == position.x()).isPresent(), isFound(position));
            }
        }
    }

    private void changeSomehow(Random random) {
        int x = random.nextInt(4);
        if (x == 3) {
            coordinates.remove(SHOP);
        } else {
            coordinates.put(at(new Position(x, 0)));
        }
    }

    @Test
    void aShopThatMovesAllTheTimeIsGivenUpAfterSomeTries() {
        AtomicInteger looks = new AtomicInteger();
        ShopCoordinatesReader moving = Changed.calls(
                ShopCoordinatesReader.class,
                (proxy, method, arguments) -> method.isDefault()
                        ? InvocationHandler.invokeDefault(proxy, method, arguments)
                        : CompletableFuture.completedStage(
                                List.of(new ShopCoordinates(SHOP, 1, looks.getAndIncrement() % 100, 0))));
        var _ = failureOf(Conflict.class, new IndexShop(moving, index).refresh(SHOP));
    }

    @Test
    void othersAreAskedWhenOnesFailButNotAfterABug() {
        coordinates.put(at(OLD));
        await(indexShop.refresh(SHOP));
        ShopGeoSearch away = failing(new Unavailable("away"));
        ShopGeoSearch broken = failing(new IllegalStateException("bug"));

        for (ShopGeoSearch geoSearch : List.of(away.orElse(index), index.orElse(broken))) {
            assertEquals(1, await(geoSearch.around(1, OLD, 10, 10)).shops().size());
            assertEquals(0, await(geoSearch.knownUpTo()));
        }
        assertEquals(
                "bug", failureOf(broken.orElse(index).around(1, OLD, 10, 10)).getMessage());
        assertEquals("bug", failureOf(broken.orElse(index).knownUpTo()).getMessage());
    }

    private static ShopGeoSearch failing(Exception failure) {
        return new ShopGeoSearch() {
            @Override
            public CompletionStage<Found> around(long type, Position center, double radius, int max) {
                return CompletableFuture.failedStage(failure);
            }

            @Override
            public CompletionStage<Long> knownUpTo() {
                return CompletableFuture.failedStage(failure);
            }
        };
    }

    private final ManualTimers timers = new ManualTimers();
    private final List<String> asked = new ArrayList<>();
    private final Queue<CompletionStage<Long>> answers = new ArrayDeque<>();
    private final IndexShopNames job = new IndexShopNames(
            (after, most) -> {
                asked.add(most + " after " + after);
                return answers.remove();
            },
            timers::nanoTime);

    @Test
    void slicesFollowOneAnotherAFailedOneIsRepeatedAndAfterTheLastItRests() {
        answers.add(CompletableFuture.completedStage(700L));
        answers.add(CompletableFuture.failedStage(new Unavailable("away")));
        answers.add(CompletableFuture.completedStage(1_200L));
        answers.add(CompletableFuture.completedStage(0L));
        answers.add(CompletableFuture.completedStage(700L));

        var _ = await(job.iterate());
        assertInstanceOf(Unavailable.class, failureOf(job.iterate()));
        for (int i = 0; i < 3; i++) {
            var _ = await(job.iterate());
        }
        timers.advance(Duration.ofMinutes(1).minusNanos(1));
        await(job.iterate());
        assertEquals(List.of("200 after 0", "200 after 700", "200 after 700", "200 after 1200"), asked, "it rests");

        timers.advance(Duration.ofNanos(1));
        await(job.iterate());
        assertEquals(List.of("200 after 0", "200 after 700", "200 after 700", "200 after 1200", "200 after 0"), asked);
    }

    private static final Duration TIMEOUT = Duration.ofMillis(1_500);
    private static final Position CENTER = new Position(120.16, 30.25);
    private final List<CompletableFuture<Long>> searches = new ArrayList<>();
    private final ShopGeoSearch shielded = new ShopGeoSearch() {
        @Override
        public CompletionStage<Found> around(long type, Position center, double radius, int max) {
            return knownUpTo().thenApply(id -> new Found(List.of(), id));
        }

        @Override
        public CompletionStage<Long> knownUpTo() {
            CompletableFuture<Long> search = new CompletableFuture<>();
            searches.add(search);
            return search;
        }
    }.shieldedBy(new Bulkhead(1, 10), TIMEOUT, timers);

    @Test
    void aSearchWithoutACallerIsNotBegun() {
        CompletionStage<Long> first = shielded.knownUpTo();
        CompletionStage<ShopGeoSearch.Found> queued = shielded.around(1, CENTER, 1, 1);

        timers.advance(TIMEOUT);
        var _ = failureOf(Unavailable.class, first);
        var _ = failureOf(Unavailable.class, queued);
        searches.getFirst().complete(17L);

        assertEquals(1, searches.size());
        CompletionStage<Long> next = shielded.knownUpTo();
        searches.getLast().complete(18L);
        assertEquals(18, await(next));
        assertEquals(0, timers.waiting());
    }
}
