package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryShopCoordinates;
import io.nightmarket.domain.memory.InMemoryShopIndex;
import io.nightmarket.domain.shop.ShopGeoSearch.Located;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

        coordinates.remove(SHOP);
        await(indexShop.refresh(SHOP));
        assertFalse(isFound(NEW));
    }

    @Test
    void aShopThatLeavesTheMapIsFoundNoMore() {
        coordinates.put(at(OLD));
        await(indexShop.refresh(SHOP));
        coordinates.put(new ShopCoordinates(SHOP, 1, 120.16, 90));
        await(indexShop.refresh(SHOP));
        assertFalse(isFound(OLD));
    }

    @Test
    void whoWritesWhatWasReadBeforeAChangeLooksAgain() {
        Steps steps = new Steps();
        IndexShop stepped = new IndexShop(steps.of(coordinates), steps.of(index));
        coordinates.put(at(OLD));
        CompletableFuture<Void> early = stepped.refresh(SHOP).toCompletableFuture();
        steps.happen(0); // early reads the old place
        coordinates.put(at(NEW));
        CompletableFuture<Void> late = stepped.refresh(SHOP).toCompletableFuture();
        steps.happen(1); // late reads the new place
        steps.happen(1); // and writes it
        steps.happen(1); // and looks again
        assertTrue(late.isDone());
        steps.happen(0); // early writes the old place over it
        assertTrue(isFound(OLD));
        assertFalse(early.isDone());

        steps.happen(0); // and looks again
        steps.happen(0); // and writes the new place
        steps.happen(0); // and looks again

        assertTrue(early.isDone());
        assertEquals(0, steps.waiting());
        assertTrue(isFound(NEW));
        assertFalse(isFound(OLD));
    }

    @Test
    void inWhateverOrderThingsHappenTheIndexEndsUpWithTheTruth() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Steps steps = new Steps();
            IndexShop stepped = new IndexShop(steps.of(coordinates), steps.of(index));
            for (int change = 0; change < 4; change++) {
                var _ = steps.later(() -> {
                    changeSomehow(random);
                    return stepped.refresh(SHOP);
                });
            }
            steps.happenInAnyOrder(random);

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
        ShopCoordinatesReader moving = new ShopCoordinatesReader() {
            private int looks;

            @Override
            public CompletionStage<List<ShopCoordinates>> findAll(List<ShopId> ids) {
                return CompletableFuture.completedStage(
                        List.of(new ShopCoordinates(ids.getFirst(), 1, looks++ % 100, 0)));
            }

            @Override
            public CompletionStage<List<ShopCoordinates>> after(long id, int max) {
                throw new AssertionError("not asked for");
            }
        };
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
}
