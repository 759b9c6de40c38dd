package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.shop.ShopGeoSearch.Located;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchNearbyTest {
    private static final Position SQUARE = new Position(120.1634, 30.2571);
    private static final long TYPE = 3;

    private final List<Located> shops = new ArrayList<>();
    private final Set<AreaKey> asked = new HashSet<>();
    private final ShopGeoSearch geoSearch = new AllShops();
    private final SearchNearby search = new SearchNearby(new Areas(this::newlyMade, _ -> {
        throw new AssertionError("it knows all there is");
    }));
    /** When given, not all shops above this are known. */
    private OptionalLong knownUpTo = OptionalLong.empty();
    /** Those of them that can't be found yet. */
    private final Set<ShopId> late = new HashSet<>();

    private final class AllShops implements ShopGeoSearch {
        @Override
        public CompletionStage<Found> around(long type, Position center, double radius, int max) {
            List<Located> found =
                    type == TYPE ? nearest(center, radius).stream().limit(max).toList() : List.of();
            return knownUpTo().thenApply(upTo -> new Found(found, upTo));
        }

        @Override
        public CompletionStage<Long> knownUpTo() {
            return CompletableFuture.completedStage(knownUpTo.orElse(shops.size()));
        }
    }

    private CompletionStage<ReadResult<Candidates>> candidates(AreaKey area) {
        return SearchNearby.candidates(geoSearch).apply(area).thenApply(SearchNearbyTest::reading);
    }

    private static ReadResult<Candidates> reading(Candidates made) {
        return new ReadResult<>(Optional.of(made), Instant.EPOCH, false);
    }

    private CompletionStage<ReadResult<Candidates>> newlyMade(AreaKey area) {
        asked.add(area);
        return candidates(area);
    }

    /** How copies are found and made anew. */
    private final class Areas implements SearchNearby.Areas {
        private final Function<AreaKey, CompletionStage<ReadResult<Candidates>>> finding;
        private final Function<AreaKey, CompletionStage<ReadResult<Candidates>>> renewing;

        Areas(
                Function<AreaKey, CompletionStage<ReadResult<Candidates>>> finding,
                Function<AreaKey, CompletionStage<ReadResult<Candidates>>> renewing) {
            this.finding = finding;
            this.renewing = renewing;
        }

        @Override
        public CompletionStage<ReadResult<Candidates>> find(AreaKey area) {
            return finding.apply(area);
        }

        @Override
        public CompletionStage<ReadResult<Candidates>> renew(AreaKey area) {
            return renewing.apply(area);
        }

        @Override
        public CompletionStage<Long> knownUpTo() {
            return geoSearch.knownUpTo();
        }
    }

    /** All copies that were made of an area, on whatever node. */
    private final class Copies {
        private final List<ReadResult<Candidates>> made = new ArrayList<>();
        private final Random random;
        private int renewals;

        Copies(Random random) {
            this.random = random;
        }

        void make() {
            made.add(await(candidates(AreaKey.of(TYPE, SQUARE))));
        }

        private ReadResult<Candidates> renewed() {
            renewals++;
            make();
            return made.getLast();
        }

        SearchNearby search() {
            return new SearchNearby(new Areas(
                    _ -> CompletableFuture.completedStage(made.get(random.nextInt(made.size()))),
                    _ -> CompletableFuture.completedStage(renewed())));
        }
    }

    /** All of them, sorted: what every search must agree with. */
    private List<Located> nearest(Position from, double radius) {
        return shops.stream()
                .filter(shop -> !late.contains(shop.id()))
                .filter(shop -> GreatCircle.metres(from, shop.x(), shop.y()) <= radius)
                .sorted(Comparator.comparingDouble((Located shop) -> GreatCircle.metres(from, shop.x(), shop.y()))
                        .thenComparingLong(shop -> shop.id().value()))
                .toList();
    }

    /** Every fifth or so in the same building as the one before. */
    private void open(Position near, double degrees, Random random, int count) {
        Position place = somewhere(near, degrees, random);
        for (int i = 0; i < count; i++) {
            if (random.nextInt(5) > 0) {
                place = somewhere(near, degrees, random);
            }
            shops.add(new Located(new ShopId(shops.size() + 1), place.x(), place.y()));
        }
    }

    private static Position somewhere(Position near, double degrees, Random random) {
        return new Position(
                near.x() + (random.nextDouble() - 0.5) * degrees, near.y() + (random.nextDouble() - 0.5) * degrees);
    }

    private NearbyPage<ShopId> search(Position from, long offset, int size) {
        return valueOf(search.search(TYPE, from, offset, size, OptionalLong.empty()));
    }

    private static NearbyPage<ShopId> valueOf(CompletionStage<ReadResult<NearbyPage<ShopId>>> page) {
        return await(page).value().orElseThrow();
    }

    private static List<ShopId> ids(NearbyPage<ShopId> page) {
        return page.shops().stream().map(Nearby::shop).toList();
    }

    private static void assertSame(Position from, List<Located> expected, NearbyPage<ShopId> page) {
        assertEquals(expected.stream().map(Located::id).toList(), ids(page));
        for (int i = 0; i < expected.size(); i++) {
            double metres = GreatCircle.metres(
                    from, expected.get(i).x(), expected.get(i).y());
            assertEquals(metres, page.shops().get(i).distance(), 1e-6);
        }
    }

    private static <T> List<T> page(List<T> all, int offset, int size) {
        return all.stream().skip(offset).limit(size).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "120.16, 30.25, 3000, 0.2",
        "0, 0, 500, 0.15",
        "20, 68, 1000, 0.3",
        "-70, -33, 40, 0.05",
        "-0.005, -0.005, 800, 0.1"
    })
    void everyPageIsThatOfASortOfAllShops(double x, double y, int count, double degrees) {
        Random random = new Random(count);
        Position town = new Position(x, y);
        open(town, degrees, random, count);
        for (int i = 0; i < Suite.pick(60, 300); i++) {
            Position from = somewhere(town, degrees / 2, random);
            int offset = random.nextInt(4) == 0 ? random.nextInt(count + 20) : random.nextInt(3) * 10;
            int size = random.nextInt(30);
            assertSame(from, page(nearest(from, SearchNearby.RADIUS), offset, size), search(from, offset, size));
        }
    }

    @Test
    void readersOfOneCellShareTheirCandidates() {
        open(SQUARE, 0.1, new Random(1), 100);
        var _ = search(new Position(120.161, 30.251), 0, 10);
        var _ = search(new Position(120.169, 30.259), 0, 10);
        assertEquals(Set.of(new AreaKey(TYPE, 12016, 3025)), asked);
        var _ = search(new Position(120.171, 30.259), 0, 10);
        var _ = search(new Position(-0.001, -0.001), 0, 10);
        assertTrue(asked.contains(new AreaKey(TYPE, 12017, 3025)));
        assertTrue(asked.contains(new AreaKey(TYPE, -1, -1)));
    }

    @Test
    void noShopComesTwiceAndNoneIsSkippedWhileShopsAreAdded() {
        for (int seed = 0; seed < Suite.pick(10, 50); seed++) {
            Random random = new Random(seed);
            shops.clear();
            open(SQUARE, 0.08, random, 200);
            List<ShopId> before = nearest(SQUARE, SearchNearby.RADIUS).stream()
                    .map(Located::id)
                    .toList();

            List<ShopId> read = new ArrayList<>();
            OptionalLong upTo = OptionalLong.empty();
            NearbyPage<ShopId> page;
            do {
                page = valueOf(search.search(TYPE, SQUARE, read.size(), 10, upTo));
                upTo = OptionalLong.of(page.upTo());
                read.addAll(ids(page));
                open(SQUARE, 0.08, random, random.nextInt(20));
            } while (!page.shops().isEmpty());

            assertEquals(before, read);
        }
    }

    @Test
    void noShopComesTwiceAndNoneIsSkippedWhicheverCopyAnswers() {
        int renewals = 0;
        for (int seed = 0; seed < Suite.pick(20, 100); seed++) {
            Random random = new Random(seed);
            shops.clear();
            Copies copies = new Copies(random);
            SearchNearby nodes = copies.search();
            for (int i = 0; i < 5; i++) {
                addSome(random);
                copies.make();
            }

            NearbyPage<ShopId> page = valueOf(nodes.search(TYPE, SQUARE, 0, 10, OptionalLong.empty()));
            long upTo = page.upTo();
            List<ShopId> expected = nearest(SQUARE, SearchNearby.RADIUS).stream()
                    .map(Located::id)
                    .filter(id -> id.value() <= upTo)
                    .toList();
            List<ShopId> read = new ArrayList<>(ids(page));
            while (!page.shops().isEmpty()) {
                addSome(random);
                if (random.nextBoolean()) {
                    copies.make();
                }
                page = valueOf(nodes.search(TYPE, SQUARE, read.size(), 10, OptionalLong.of(upTo)));
                assertEquals(upTo, page.upTo());
                read.addAll(ids(page));
            }
            assertEquals(expected, read, "seed " + seed);
            renewals += copies.renewals;
        }
        assertTrue(renewals > Suite.pick(20, 100), renewals + " renewals");
    }

    /** Shops made at the same time are placed in any order; those of before are all placed then. */
    private void addSome(Random random) {
        late.clear();
        knownUpTo = OptionalLong.of(shops.size());
        open(SQUARE, 0.08, random, random.nextInt(40));
        shops.stream()
                .map(Located::id)
                .filter(id -> id.value() > knownUpTo.getAsLong() && random.nextBoolean())
                .forEach(late::add);
    }

    @Test
    void aFirstPageLeavesOutShopsOfWhichNotAllAreKnown() {
        open(SQUARE, 0.01, new Random(1), 30);
        knownUpTo = OptionalLong.of(12);
        NearbyPage<ShopId> page = search(SQUARE, 0, 30);
        assertEquals(12, page.upTo());
        assertEquals(12, page.shops().size());
        assertTrue(ids(page).stream().allMatch(id -> id.value() <= 12));
    }

    @Test
    void aCopyIsMadeAnewOnlyWhenThatBringsMore() {
        open(SQUARE, 0.01, new Random(1), 30);
        Copies copies = new Copies(new Random(1));
        SearchNearby node = copies.search();
        copies.make();
        var _ = valueOf(node.search(TYPE, SQUARE, 10, 10, OptionalLong.of(30)));
        NearbyPage<ShopId> page = valueOf(node.search(TYPE, SQUARE, 10, 10, OptionalLong.of(Long.MAX_VALUE)));
        assertEquals(0, copies.renewals);
        assertEquals(10, page.shops().size());
        assertEquals(Long.MAX_VALUE, page.upTo());

        open(SQUARE, 0.01, new Random(2), 1);
        var _ = valueOf(node.search(TYPE, SQUARE, 10, 10, OptionalLong.of(30)));
        assertEquals(0, copies.renewals);
        var _ = valueOf(node.search(TYPE, SQUARE, 10, 10, OptionalLong.of(31)));
        assertEquals(1, copies.renewals);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thoseWhoLackTheSameGetOneCopyOrTheOldOneWhenThatCanNotBeHad(boolean canBeHad) {
        open(SQUARE, 0.01, new Random(1), 10);
        ReadResult<Candidates> old = await(candidates(AreaKey.of(TYPE, SQUARE)));
        open(SQUARE, 0.01, new Random(2), 10);
        List<CompletableFuture<ReadResult<Candidates>>> renewals = new ArrayList<>();
        SearchNearby node = new SearchNearby(new Areas(_ -> CompletableFuture.completedStage(old), _ -> {
            renewals.add(new CompletableFuture<>());
            return renewals.getLast();
        }));
        List<CompletionStage<ReadResult<NearbyPage<ShopId>>>> pages = IntStream.range(0, 5)
                .mapToObj(_ -> node.search(TYPE, SQUARE, 0, 30, OptionalLong.of(20)))
                .toList();
        assertEquals(1, renewals.size());
        if (canBeHad) {
            renewals.getFirst().complete(await(candidates(AreaKey.of(TYPE, SQUARE))));
        } else {
            renewals.getFirst().completeExceptionally(new Unavailable("away"));
        }
        pages.forEach(
                page -> assertEquals(canBeHad ? 20 : 10, valueOf(page).shops().size()));
    }

    @Test
    void aPageTellsUpToWhichIdShopsAreKnownOrTheIdItWasGiven() {
        open(SQUARE, 0.01, new Random(1), 30);
        assertEquals(30, search(SQUARE, 0, 10).upTo());
        assertEquals(30, search(SQUARE, 1_000, 10).upTo());
        assertEquals(
                12,
                valueOf(search.search(TYPE, SQUARE, 0, 10, OptionalLong.of(12))).upTo());
        assertEquals(
                30,
                valueOf(search.search(TYPE + 1, SQUARE, 0, 10, OptionalLong.empty()))
                        .upTo());
    }

    @Test
    void shopsInOnePlaceComeByIdAcrossPages() {
        for (long id = 40; id > 0; id--) {
            shops.add(new Located(new ShopId(id), 120.17, 30.26));
        }
        for (int offset = 0; offset < 40; offset += 7) {
            int first = offset + 1;
            List<ShopId> page = ids(search(SQUARE, offset, 7));
            assertEquals(Math.min(7, 40 - offset), page.size());
            for (int i = 0; i < page.size(); i++) {
                assertEquals(new ShopId(first + i), page.get(i));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {30, 31, Integer.MAX_VALUE, Long.MAX_VALUE})
    void beyondTheEndThereIsNothing(long offset) {
        open(SQUARE, 0.01, new Random(1), 30);
        assertEquals(List.of(), search(SQUARE, offset, Integer.MAX_VALUE).shops());
        assertEquals(30, search(SQUARE, 0, Integer.MAX_VALUE).shops().size());
    }

    @Test
    void wrongPagesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> search(SQUARE, -1, 10));
        assertThrows(IllegalArgumentException.class, () -> search(SQUARE, 0, -1));
    }

    @Test
    void whereThereAreTooManyShopsTheListEndsEarlyButHasNoGap() {
        Random random = new Random(9);
        open(SQUARE, 0.12, random, 12_000);
        for (int i = 0; i < 5; i++) {
            Position from = somewhere(SQUARE, 0.01, random);
            NearbyPage<ShopId> all = search(from, 0, Integer.MAX_VALUE);
            assertTrue(all.shops().size() > 2_000, () -> all.shops().size() + " shops");
            assertSame(
                    from,
                    page(nearest(from, SearchNearby.RADIUS), 0, all.shops().size()),
                    all);
        }
    }

    @ParameterizedTest
    @CsvSource({"180, 85.05112878", "-180, -85.05112878", "0, 0", "179.999, 0", "0, 85.05112878"})
    void theEdgesOfTheMapArePlacesToo(double x, double y) {
        shops.add(new Located(new ShopId(1), x, y));
        assertEquals(List.of(new ShopId(1)), ids(search(new Position(x, y), 0, 10)));
    }

    @Test
    void everyPointOfACellIsWithinHalfADiagonalOfItsMiddle() {
        Random random = new Random(5);
        for (int i = 0; i < Suite.pick(2_000, 10_000); i++) {
            Position point =
                    new Position((random.nextDouble() - 0.5) * 360, (random.nextDouble() - 0.5) * 2 * Position.MAX_Y);
            AreaKey area = AreaKey.of(TYPE, point);
            assertTrue(GreatCircle.metres(area.center(), point.x(), point.y()) <= area.halfDiagonal() + 0.001);
            assertTrue(area.halfDiagonal() < 800);
        }
    }

    @ParameterizedTest
    @CsvSource({"180.0001, 0", "-181, 0", "0, 85.06", "0, -90", "NaN, 0", "0, NaN", "Infinity, 0", "0, -Infinity"})
    void whatIsNotOnTheMapIsNoPosition(double x, double y) {
        assertThrows(IllegalArgumentException.class, () -> new Position(x, y));
    }
}
