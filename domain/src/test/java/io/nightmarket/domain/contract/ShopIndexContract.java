package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopGeoSearch.Found;
import io.nightmarket.domain.shop.ShopGeoSearch.Located;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.domain.shop.ShopIndex.InUse;
import io.nightmarket.domain.shop.ShopIndex.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every {@link ShopIndex} promises to those who search in it. At first there is none. */
public abstract class ShopIndexContract {
    private static final Position SQUARE = new Position(120.16, 30.25);

    protected abstract ShopIndex index();

    protected abstract ShopGeoSearch geoSearch();

    /** The server loses all. */
    protected abstract void lose();

    /** The server loses the shops of a type. */
    protected abstract void lose(long type);

    private static ShopCoordinates shop(long id, long type) {
        return new ShopCoordinates(new ShopId(id), type, SQUARE.x(), SQUARE.y());
    }

    private CompletionStage<List<Located>> search(long type) {
        return geoSearch().around(type, SQUARE, 5_000, 5_000).thenApply(Found::shops);
    }

    private List<Long> found(long type) {
        return await(search(type)).stream()
                .map(Located::id)
                .map(ShopId::value)
                .sorted()
                .toList();
    }

    private String inUse() {
        return await(index().inUse()).map(InUse::attempt).orElse("");
    }

    private Optional<Long> upTo() {
        return await(index().inUse()).map(InUse::upTo);
    }

    private void buildWith(ShopCoordinates... shops) {
        String attempt = await(index().begin(inUse()));
        await(index().place(List.of(shops)));
        await(index().use(attempt, 100));
    }

    @Test
    void withoutAnIndexSearchesFailWhateverIsWritten() {
        assertEquals(Optional.empty(), upTo());
        assertInstanceOf(Unavailable.class, failureOf(search(1)));

        await(index().place(List.of(shop(1, 1))));
        await(index().remove(new ShopId(1)));

        assertInstanceOf(Unavailable.class, failureOf(search(1)));
    }

    @Test
    void whatWasBuiltIsFoundOnceItIsInUse() {
        String attempt = await(index().begin(inUse()));
        await(index().place(List.of(shop(1, 1), shop(2, 2))));
        await(index().place(List.of()));
        await(index().place(List.of(shop(3, 1))));
        assertInstanceOf(Unavailable.class, failureOf(search(1)));
        assertEquals(Optional.empty(), upTo());

        await(index().use(attempt, 3));

        assertEquals(List.of(1L, 3L), found(1));
        assertEquals(List.of(2L), found(2));
        assertEquals(Optional.of(3L), upTo());
    }

    @Test
    void shopsComeMoveAndGo() {
        buildWith(shop(1, 1));
        await(index().place(List.of(shop(2, 1), shop(3, 2))));
        assertEquals(List.of(1L, 2L), found(1));

        await(index().place(List.of(new ShopCoordinates(new ShopId(2), 1, 10, 10))));
        assertEquals(List.of(1L), found(1));
        assertEquals(
                1,
                await(geoSearch().around(1, new Position(10, 10), 5_000, 10))
                        .shops()
                        .size());

        await(index().remove(new ShopId(1)));
        await(index().remove(new ShopId(77)));
        assertEquals(List.of(), found(1));
        assertEquals(List.of(3L), found(2));
    }

    @Test
    void aShopThatChangesItsTypeLeavesTheOldOne() {
        buildWith(shop(1, 1), shop(2, 1));
        await(index().place(List.of(shop(1, 2), shop(3, 2))));
        assertEquals(List.of(2L), found(1));
        assertEquals(List.of(1L, 3L), found(2));

        await(index().place(List.of(shop(1, 3))));
        await(index().place(List.of(shop(1, 1))));
        assertEquals(List.of(1L, 2L), found(1));
        assertEquals(List.of(3L), found(2));
        assertEquals(List.of(), found(3));

        await(index().remove(new ShopId(1)));
        assertEquals(List.of(2L), found(1));
    }

    @Test
    void anAttemptLeavesNothingToTheNext() {
        buildWith(shop(1, 1));
        var _ = await(index().begin(inUse()));
        await(index().place(List.of(shop(8, 1), shop(9, 5))));
        assertInstanceOf(Unavailable.class, failureOf(search(1)));

        buildWith(shop(2, 1));

        assertEquals(List.of(2L), found(1));
        assertEquals(List.of(), found(5));
        buildWith(shop(3, 1));
        assertEquals(List.of(3L), found(1));
    }

    @Test
    void whoIsOvertakenBuildsNoMore() {
        String slow = await(index().begin(inUse()));
        String fast = await(index().begin(inUse()));
        assertInstanceOf(Conflict.class, failureOf(index().use(slow, 2)));
        assertInstanceOf(Unavailable.class, failureOf(search(1)));

        await(index().place(List.of(shop(3, 1))));
        await(index().use(fast, 3));

        assertInstanceOf(Conflict.class, failureOf(index().use(slow, 2)));
        assertEquals(List.of(3L), found(1));
    }

    @Test
    void anIndexThatWasPutInUseMeanwhileIsKept() {
        buildWith(shop(1, 1));
        String first = inUse();
        assertInstanceOf(Conflict.class, failureOf(index().begin("")));
        buildWith(shop(2, 1));
        assertInstanceOf(Conflict.class, failureOf(index().begin(first)));
        lose();
        assertInstanceOf(Conflict.class, failureOf(index().begin(first)));
        buildWith(shop(3, 1));
        assertInstanceOf(Conflict.class, failureOf(index().begin(first)));
        assertEquals(List.of(3L), found(1));
        assertTrue(await(index().isWhole()));
    }

    @Test
    void everyShopThatIsPlacedIsRead() {
        buildWith(LongStream.rangeClosed(1, 3_000)
                .mapToObj(id -> shop(id, id % 3))
                .toArray(ShopCoordinates[]::new));
        assertEquals(1_000, found(1).size());
        await(index().remove(new ShopId(7)));
        Set<ShopId> read = new HashSet<>();
        String from = Part.FIRST;
        do {
            Part part = await(index().read(from));
            read.addAll(part.shops());
            from = part.next();
        } while (!from.equals(Part.FIRST));
        assertEquals(
                LongStream.rangeClosed(1, 3_000)
                        .filter(id -> id != 7)
                        .mapToObj(ShopId::new)
                        .collect(Collectors.toSet()),
                read);
    }

    @Test
    void aLossIsNoticed() {
        buildWith(shop(1, 1));
        String attempt = await(index().begin(inUse()));
        lose();
        assertEquals(Optional.empty(), upTo());
        assertInstanceOf(Unavailable.class, failureOf(search(1)));
        await(index().placedUpTo(5));
        assertInstanceOf(Unavailable.class, failureOf(search(1)));
        assertEquals(Optional.empty(), upTo());
        assertInstanceOf(Conflict.class, failureOf(index().use(attempt, 1)));

        buildWith(shop(2, 1));
        assertEquals(List.of(2L), found(1));
    }

    @Test
    void searchesTellUpToWhichIdShopsAreKnown() {
        assertInstanceOf(Unavailable.class, failureOf(geoSearch().knownUpTo()));
        buildWith(shop(1, 1));
        await(index().placedUpTo(200));
        assertEquals(Optional.of(200L), upTo());
        assertEquals(200, await(geoSearch().knownUpTo()));
        assertEquals(200, await(geoSearch().around(1, SQUARE, 5_000, 10)).upTo());
        assertEquals(200, await(geoSearch().around(2, SQUARE, 5_000, 10)).upTo());
    }

    @Test
    void anIndexIsWholeUntilAPartOfItIsLost() {
        assertFalse(await(index().isWhole()));
        buildWith();
        assertEquals(List.of(), found(1));
        assertTrue(await(index().isWhole()));
        await(index().place(List.of(shop(1, 1), shop(2, 2))));
        await(index().place(List.of(shop(1, 2), shop(3, 3), shop(4, 3))));
        await(index().remove(new ShopId(4)));
        assertTrue(await(index().isWhole()));

        lose(2);

        assertFalse(await(index().isWhole()));
        await(index().place(List.of(shop(5, 2))));
        assertFalse(await(index().isWhole()));
    }

    @Test
    void anIndexOfWhichAPartIsLostIsBuiltInItsPlace() {
        buildWith(shop(1, 1), shop(2, 2));
        lose(2);
        var _ = await(index().begin(inUse()));
        assertFalse(await(index().isWhole()));
        assertEquals(Optional.empty(), upTo());
        assertInstanceOf(Unavailable.class, failureOf(search(1)));

        buildWith(shop(2, 2));

        assertTrue(await(index().isWhole()));
        assertEquals(List.of(), found(1));
        assertEquals(List.of(2L), found(2));
    }
}
