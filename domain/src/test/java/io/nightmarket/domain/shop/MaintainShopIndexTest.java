package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.HeldCalls;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryShopCoordinates;
import io.nightmarket.domain.memory.InMemoryShopIndex;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MaintainShopIndexTest {
    private static final Position SQUARE = new Position(120.16, 30.25);
    private static final Duration PERIOD = Duration.ofHours(6);

    private final InMemoryShopCoordinates truth = new InMemoryShopCoordinates();
    private final InMemoryShopIndex index = new InMemoryShopIndex();
    private final List<Long> asked = new ArrayList<>();
    private boolean away;
    /** The number of the call that fails, counted from now on. */
    private int failing;

    /** Notes after which ids was asked, and fails when told to. */
    private final ShopCoordinatesReader coordinates =
            Changed.calls(ShopCoordinatesReader.class, (_, method, arguments) -> {
                if (method.getName().equals("after")) {
                    asked.add((Long) arguments[0]);
                    if (away || --failing == 0) {
                        return CompletableFuture.failedStage(new Unavailable("away"));
                    }
                }
                return Changed.invoke(truth, method, arguments);
            });

    private final ManualTimers timers = new ManualTimers();
    private final MaintainShopIndex rebuild = maintenance(coordinates, index);

    private MaintainShopIndex maintenance(ShopCoordinatesReader from, ShopIndex to) {
        return new MaintainShopIndex(from, to, PERIOD, timers::nanoTime);
    }

    private static ShopCoordinates shop(long id, long type) {
        return new ShopCoordinates(new ShopId(id), type, SQUARE.x(), SQUARE.y());
    }

    private void open(long first, long last) {
        LongStream.rangeClosed(first, last).forEach(id -> truth.put(shop(id, 1)));
    }

    private Set<Long> found(long type) {
        return await(index.around(type, SQUARE, 5_000, 100_000)).shops().stream()
                .map(shop -> shop.id().value())
                .collect(Collectors.toSet());
    }

    private static Set<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().collect(Collectors.toSet());
    }

    @Test
    void whileTheIndexIsWholeOnlyNewShopsAreLookedFor() {
        open(1, 1_700);
        await(rebuild.iterate());
        asked.clear();
        for (int i = 0; i < 3; i++) {
            await(rebuild.iterate());
        }
        assertTrue(asked.stream().allMatch(after -> after == 1_600), asked.toString());
        assertEquals(4, asked.size());
    }

    @Test
    void anIndexOfNoShopsIsBuiltAndGrowsByShopsThatOthersInserted() {
        await(rebuild.iterate());
        assertEquals(Set.of(), found(1));
        open(1, 10);
        await(rebuild.iterate());
        open(11, 12);
        await(rebuild.iterate());
        assertEquals(range(1, 12), found(1));
        open(13, 2_000);
        await(rebuild.iterate());
        assertEquals(range(1, 2_000), found(1));
    }

    @Test
    void aShopThatBecomesVisibleAfterOneWithAGreaterIdIsFoundToo() {
        open(1, 10);
        open(12, 60);
        await(rebuild.iterate());
        await(rebuild.iterate());
        open(11, 11);
        await(rebuild.iterate());
        assertEquals(range(1, 60), found(1));
    }

    @Test
    void whatBecameVisibleMuchTooLateOrWentIsFoundByAComparison() {
        open(1, 100);
        open(1_100, 2_000);
        await(rebuild.iterate());
        open(101, 1_099);
        truth.remove(new ShopId(7));
        timers.advance(PERIOD.minusSeconds(1));
        await(rebuild.iterate());
        assertFalse(found(1).contains(101L));

        timers.advance(Duration.ofSeconds(1));
        await(rebuild.iterate());
        assertEquals(
                LongStream.rangeClosed(1, 2_000).filter(id -> id != 7).boxed().collect(Collectors.toSet()), found(1));

        asked.clear();
        await(rebuild.iterate());
        assertFalse(asked.contains(0L), "it is compared once in a period");
    }

    @Test
    void aComparisonThatFailedIsMadeAgainAfterAMinute() {
        open(1, 700);
        await(rebuild.iterate());
        timers.advance(PERIOD);
        // The second call looks again at the page that was placed.
        failing = 2;
        var _ = failureOf(Unavailable.class, rebuild.iterate());
        await(index.place(List.of(shop(1, 2))));
        timers.advance(Duration.ofSeconds(59));
        await(rebuild.iterate());
        assertEquals(Set.of(1L), found(2));

        timers.advance(Duration.ofSeconds(1));
        await(rebuild.iterate());
        assertEquals(range(1, 700), found(1));
        asked.clear();
        timers.advance(PERIOD.minusSeconds(1));
        await(rebuild.iterate());
        assertFalse(asked.contains(0L), "the period begins with the comparison that ended");
    }

    @Test
    void aNodeThatLookedLongAgoEmptiesNoIndexOfAnother() {
        open(1, 10);
        HeldCalls steps = new HeldCalls();
        CompletionStage<Void> late = maintenance(
                        steps.over(ShopCoordinatesReader.class, truth), steps.over(ShopIndex.class, index))
                .iterate();
        steps.letGo(0);
        await(rebuild.iterate());

        steps.letGo(0);

        var _ = failureOf(Conflict.class, late);
        assertEquals(range(1, 10), found(1));
    }

    @Test
    void anotherNodeGoesOnWhereTheLastOneEnded() {
        open(1, 1_000);
        await(rebuild.iterate());
        open(1_001, 1_010);
        await(maintenance(coordinates, index).iterate());
        assertEquals(range(1, 1_010), found(1));
        assertTrue(asked.getLast() >= 900);
    }

    @Test
    void anIndexThatLostAPartStaysLostUntilItIsBuiltWhenThatIsSeenTwiceInARow() {
        open(1, 10);
        truth.put(shop(11, 2));
        await(rebuild.iterate());
        await(rebuild.iterate());
        index.lose(2);

        await(rebuild.iterate());
        assertEquals(Set.of(), found(2));
        away = true;
        var _ = failureOf(Unavailable.class, rebuild.iterate());
        var _ = failureOf(Unavailable.class, index.around(2, SQUARE, 5_000, 10));

        away = false;
        await(rebuild.iterate());
        assertEquals(Set.of(11L), found(2));
        assertEquals(range(1, 10), found(1));
    }

    @Test
    void whatLooksLikeALossNowAndThenIsNone() {
        open(1, 3);
        await(rebuild.iterate());
        await(index.place(List.of(shop(900, 2), shop(901, 3))));
        for (int i = 0; i < 5; i++) {
            index.lose(2);
            await(rebuild.iterate());
            await(index.place(List.of(shop(900, 2))));
            await(rebuild.iterate());
        }
        // A new index would have the shops of the database alone.
        assertEquals(Set.of(901L), found(3));
    }

    @Test
    void aBuildingThatIsCutOffIsBegunAnew() {
        open(1, 1_700);
        HeldCalls steps = new HeldCalls();
        var _ = maintenance(steps.over(ShopCoordinatesReader.class, truth), steps.over(ShopIndex.class, index))
                .iterate();
        for (int i = 0; i < 7; i++) {
            steps.letGo(0);
        }
        assertEquals(1, steps.waiting());
        truth.remove(new ShopId(1));

        await(rebuild.iterate());

        assertEquals(range(2, 1_700), found(1));
    }

    @Test
    void shopsThatAreNotOnTheMapAreLeftOut() {
        open(1, 3);
        truth.put(new ShopCoordinates(new ShopId(2), 1, Double.NaN, 0));
        truth.put(new ShopCoordinates(new ShopId(4), 1, 0, 91));
        await(rebuild.iterate());
        assertEquals(Set.of(1L, 3L), found(1));
    }

    @Test
    void whateverChangesDuringABuildingIsInTheIndex() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            index.lose();
            open(1, 600);
            HeldCalls steps = new HeldCalls();
            ShopCoordinatesReader stepped = steps.over(ShopCoordinatesReader.class, truth);
            MaintainShopIndex building = maintenance(stepped, steps.over(ShopIndex.class, index));
            IndexShop indexShop = new IndexShop(stepped, steps.over(ShopIndex.class, index));
            CompletableFuture<Void> built = building.iterate().toCompletableFuture();
            for (int change = 0; change < 8; change++) {
                ShopId changed = new ShopId(1 + random.nextInt(3) * 300);
                int to = random.nextInt(4);
                var _ = steps.hold(() -> {
                    if (to == 0) {
                        truth.remove(changed);
                    } else {
                        truth.put(shop(changed.value(), to));
                    }
                    return indexShop.refresh(changed);
                });
            }
            steps.letAllGo(random);
            await(built);
            for (int type = 1; type <= 3; type++) {
                int wanted = type;
                Set<Long> expected = await(truth.after(0, 1_000)).stream()
                        .filter(shop -> shop.type() == wanted)
                        .map(shop -> shop.id().value())
                        .collect(Collectors.toSet());
                assertEquals(expected, found(type), "seed " + seed);
            }
        }
    }

    @Test
    void severalNodesAtOnceBuildOneIndexInTheEnd() {
        open(1, 1_200);
        HeldCalls steps = new HeldCalls();
        List<MaintainShopIndex> nodes = IntStream.range(0, 3)
                .mapToObj(_ ->
                        maintenance(steps.over(ShopCoordinatesReader.class, truth), steps.over(ShopIndex.class, index)))
                .toList();
        nodes.forEach(node -> {
            var _ = node.iterate();
        });
        steps.letAllGo(new Random(3));
        await(rebuild.iterate());
        assertEquals(range(1, 1_200), found(1));
    }
}
