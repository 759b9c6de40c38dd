package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.StubShopCache;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ListShopsTest {
    private static final Position HERE = new Position(120.1, 30.2);
    private static final long UNKNOWN = 99;

    private final InMemoryShops shops = new InMemoryShops();
    private final List<String> asked = new ArrayList<>();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    /** How old the copies of shops are, of those that are not new. */
    private final Map<Long, Duration> ages = new HashMap<>();

    private Duration ageOfPages = Duration.ZERO;
    private Duration ageOfTypes = Duration.ZERO;
    private final ListShops list = new ListShops(
            this::ofType, this::named, this::near, StubShopCache.ofReads(this::find), this::isType, clock);

    /** What is older than a minute is stale. */
    private <V> ReadResult<V> read(Optional<V> value, Duration age) {
        return new ReadResult<>(value, clock.instant().minus(age), age.compareTo(Duration.ofMinutes(1)) > 0);
    }

    private CompletionStage<ReadResult<List<ShopId>>> ofType(ShopPageKey page) {
        asked.add(page.order() + " " + page.offset());
        return shops.pageOfType(page.type(), page.order(), page.offset(), ListShops.PAGE_SIZE)
                .thenApply(ids -> read(Optional.of(ids), ageOfPages));
    }

    private CompletionStage<List<ShopId>> named(Optional<String> part, long offset, int size) {
        asked.add(part + " " + offset);
        return shops.pageByName(part, offset, size);
    }

    private CompletionStage<ReadResult<Boolean>> isType(long id) {
        return CompletableFuture.completedStage(read(Optional.of(id != UNKNOWN), ageOfTypes));
    }

    private CompletionStage<ReadResult<NearbyPage<ShopId>>> near(
            long typeId, Position from, long offset, int size, OptionalLong upTo) {
        asked.add(typeId + " " + from.x() + " " + offset + " " + size + " " + upTo);
        NearbyPage<ShopId> found = new NearbyPage<>(
                List.of(
                        new Nearby<>(new ShopId(2), 1.5),
                        new Nearby<>(new ShopId(404), 2),
                        new Nearby<>(new ShopId(1), 3)),
                upTo.orElse(77));
        return CompletableFuture.completedStage(read(Optional.of(found), ageOfPages));
    }

    private CompletionStage<ReadResult<Shop>> find(ShopId id) {
        return id.value() == 13
                ? CompletableFuture.failedStage(new Unavailable("away"))
                : shops.find(id).thenApply(shop -> read(shop, ages.getOrDefault(id.value(), Duration.ZERO)));
    }

    private static Shop shop(long id) {
        return new Shop(
                new ShopId(id), "店" + id, 1, "", null, "", 1, 2, null, 0, id, 0, null, Instant.EPOCH, Instant.EPOCH);
    }

    private void addShops(long from, long to) {
        LongStream.rangeClosed(from, to).forEach(id -> shops.add(shop(id)));
    }

    private static <V> V valueOf(CompletionStage<ReadResult<V>> page) {
        return await(page).value().orElseThrow();
    }

    private static List<Long> ids(List<Shop> found) {
        return found.stream().map(shop -> shop.id().value()).toList();
    }

    @Test
    void pagesHaveTenShopsInTheirOrder() {
        addShops(1, 12);
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L), ids(valueOf(list.byType(1, ShopOrder.ID, 1))));
        assertEquals(List.of(11L, 12L), ids(valueOf(list.byType(1, ShopOrder.ID, 2))));
        assertEquals(List.of(2L, 1L), ids(valueOf(list.byType(1, ShopOrder.COMMENTS, 2))));
        assertEquals(List.of(), valueOf(list.byType(1, ShopOrder.SCORE, 3)));
        assertEquals(List.of(11L, 12L), ids(valueOf(list.byName(Optional.empty(), 2))));
        assertEquals(List.of(1L, 10L, 11L, 12L), ids(valueOf(list.byName(Optional.of("店1"), 1))));
    }

    @Test
    void numbersBelowOneCountAsOne() {
        addShops(1, 2);
        for (int page : new int[] {1, 0, -1, Integer.MIN_VALUE}) {
            assertEquals(List.of(1L, 2L), ids(valueOf(list.byType(1, ShopOrder.ID, page))));
            assertEquals(List.of(1L, 2L), ids(valueOf(list.byName(Optional.empty(), page))));
            assertEquals(
                    77, valueOf(list.near(1, HERE, page, OptionalLong.of(5))).upTo());
        }
    }

    @Test
    void pagesThatNobodyTurnsAreEmptyAndAskNobody() {
        addShops(1, 1);
        assertEquals(List.of(), valueOf(list.byType(1, ShopOrder.ID, 10_000)));
        assertEquals(List.of("ID 99990"), asked);
        for (int page : new int[] {10_001, Integer.MAX_VALUE}) {
            assertEquals(List.of(), valueOf(list.byType(1, ShopOrder.ID, page)));
            assertEquals(List.of(), valueOf(list.byName(Optional.empty(), page)));
            assertEquals(new NearbyPage<>(List.of(), 5), valueOf(list.near(1, HERE, page, OptionalLong.of(5))));
        }
        assertEquals(1, asked.size());
    }

    @Test
    void pagesByNameEndAfterOneHundredAndAskNobodyFromThereOn() {
        assertEquals(List.of(), valueOf(list.byName(Optional.empty(), 100)));
        assertEquals(1, asked.size());
        assertEquals(List.of(), valueOf(list.byName(Optional.empty(), 101)));
        assertEquals(List.of(), valueOf(list.byName(Optional.of("店1"), 101)));
        assertEquals(1, asked.size());
    }

    @Test
    void aPartOfOneCharacterIsTooShort() {
        for (String part : new String[] {"", "n", "鱼", "🍜"}) {
            assertTrue(ListShops.isTooShort(part), part);
        }
        assertFalse(ListShops.isTooShort("炉鱼"));
        assertFalse(ListShops.isTooShort("🍜n"));
    }

    @Test
    void aNameLongerThanAnyMatchesNothingAndAsksNobody() {
        addShops(1, 1);
        assertEquals(List.of(), valueOf(list.byName(Optional.of("n".repeat(129)), 1)));
        assertEquals(List.of(), valueOf(list.byName(Optional.of("🍜".repeat(10_000)), 1)));
        assertEquals(List.of(), asked);
        assertEquals(List.of(), valueOf(list.byName(Optional.of("🍜".repeat(128)), 1)));
        assertEquals(1, asked.size());
    }

    @Test
    void nearbyShopsComeWithTheirDistanceAndWhatTheNextPageNeeds() {
        addShops(1, 2);

        NearbyPage<Shop> first = valueOf(list.near(1, HERE, 1, OptionalLong.of(5)));
        NearbyPage<Shop> next = valueOf(list.near(1, HERE, 2, OptionalLong.of(first.upTo())));

        assertEquals(List.of("1 120.1 0 10 OptionalLong.empty", "1 120.1 10 10 OptionalLong[77]"), asked);
        assertEquals(77, next.upTo());
        assertEquals(
                List.of(1.5, 3.0), first.shops().stream().map(Nearby::distance).toList());
        assertEquals(
                List.of(2L, 1L), ids(first.shops().stream().map(Nearby::shop).toList()));
    }

    private void assertOld(Duration age, boolean stale, CompletionStage<? extends ReadResult<?>> page) {
        ReadResult<?> reading = await(page);
        assertEquals(clock.instant().minus(age), reading.loadedAt());
        assertEquals(stale, reading.stale());
    }

    @Test
    void aPageIsAsOldAsTheOldestOfItsPartsAndStaleWithAnyOfThem() {
        addShops(1, 3);
        assertOld(Duration.ZERO, false, list.byType(1, ShopOrder.ID, 1));
        ages.put(3L, Duration.ofSeconds(20));
        ageOfPages = Duration.ofSeconds(30);
        assertOld(Duration.ofSeconds(30), false, list.byType(1, ShopOrder.ID, 1));
        assertOld(Duration.ofSeconds(20), false, list.byName(Optional.empty(), 1));
        ages.put(2L, Duration.ofSeconds(90));
        ages.put(1L, Duration.ofSeconds(80));
        assertOld(Duration.ofSeconds(90), true, list.byType(1, ShopOrder.ID, 1));
        assertOld(Duration.ofSeconds(90), true, list.byName(Optional.empty(), 1));
        assertOld(Duration.ofSeconds(90), true, list.near(1, HERE, 1, OptionalLong.empty()));
        assertOld(Duration.ofSeconds(30), false, list.byType(2, ShopOrder.ID, 1));
        ageOfPages = Duration.ofSeconds(100);
        assertOld(Duration.ofSeconds(100), true, list.byType(2, ShopOrder.ID, 1));
        assertOld(Duration.ofSeconds(100), true, list.near(1, HERE, 1, OptionalLong.empty()));
        assertOld(Duration.ZERO, false, list.byType(1, ShopOrder.ID, 10_001));
    }

    /** A copy that says there is no such shop may be old too. */
    @Test
    void aShopThatIsMissingFromAStaleCopyMakesThePageStale() {
        addShops(1, 2);
        ages.put(404L, Duration.ofSeconds(70));
        assertOld(Duration.ofSeconds(70), true, list.near(1, HERE, 1, OptionalLong.empty()));
    }

    @Test
    void aShopThatCannotBeReadFailsThePage() {
        addShops(12, 14);
        assertInstanceOf(Unavailable.class, failureOf(list.byType(1, ShopOrder.ID, 1)));
    }

    @Test
    void ofAnUnknownTypeNoShopsAreLookedFor() {
        assertEquals(List.of(), valueOf(list.byType(UNKNOWN, ShopOrder.ID, 1)));
        NearbyPage<Shop> page = valueOf(list.near(UNKNOWN, HERE, 2, OptionalLong.of(5)));
        assertEquals(List.of(), page.shops());
        assertEquals(5, page.upTo());
        assertEquals(List.of(), asked);
    }

    @Test
    void nothingIsAsOldAsWhatTellsThatThereIsNone() {
        ageOfTypes = Duration.ofSeconds(70);
        assertOld(ageOfTypes, true, list.byType(UNKNOWN, ShopOrder.ID, 1));
        assertOld(ageOfTypes, true, list.near(UNKNOWN, HERE, 1, OptionalLong.empty()));
        assertOld(Duration.ZERO, false, list.byType(1, ShopOrder.ID, 1));
    }
}
