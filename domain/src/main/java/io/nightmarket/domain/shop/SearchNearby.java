package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.cache.ReadResult;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Finds shops nearby among the candidates that all readers of an area share, so that concurrent readers in one place ask for them
 * once. The answer is exact for each reader's own point.
 *
 * <p>A reader's pages may come from copies of different ages, on different nodes. The first page leaves out the shops that
 * its copy may have only some of; they are found as soon as all before them are known. A later page is not answered from a
 * copy that knows less than the first one did, as long as a newer one can be had: so no shop comes twice and none is
 * skipped, however many are added meanwhile. That holds for shops that become visible in another order than that of their
 * ids as far as {@link ShopGeoSearch#knownUpTo} waits for those; one that comes later still counts as one that moved. The
 * index looks back for them, so they are found in any case.
 */
public final class SearchNearby {
    /** The most metres to a shop that is near. */
    public static final double RADIUS = 5_000;

    private static final int MAX_CANDIDATES = 5_000;
    /** More metres than places and cells lose by rounding. */
    private static final double MARGIN = 1;

    private final Areas areas;
    private final SingleFlight<Areas, Long> known = new SingleFlight<>();
    private final SingleFlight<Renewal, ReadResult<Candidates>> renewals = new SingleFlight<>();

    /** The candidates of areas, as {@link #candidates} or kept from there for a while. */
    public interface Areas {
        CompletionStage<ReadResult<Candidates>> find(AreaKey area);

        /** Loads it again: nothing of it was read before this call. When it fails the old ones are still there. */
        CompletionStage<ReadResult<Candidates>> renew(AreaKey area);

        /** As {@link ShopGeoSearch#knownUpTo}. */
        CompletionStage<Long> knownUpTo();
    }

    /** @param upTo what the new copy knows at least */
    private record Renewal(AreaKey area, long upTo) {}

    public SearchNearby(Areas areas) {
        this.areas = areas;
    }

    /** Asks for the candidates of an area. */
    public static Function<AreaKey, CompletionStage<Candidates>> candidates(ShopGeoSearch geoSearch) {
        return area -> {
            Position center = area.center();
            double radius = RADIUS + area.halfDiagonal() + MARGIN;
            return geoSearch
                    .around(area.type(), center, radius, MAX_CANDIDATES)
                    .thenApply(
                            found -> new Candidates(center, found.shops().size() < MAX_CANDIDATES ? radius : 0, found));
        };
    }

    /**
     * This number of shops, the nearest first, after leaving out the nearest {@code offset}. It always has a value.
     *
     * @param upTo leaves out shops with a higher id, which were added since the reader's first page; empty for a first
     *     page, whose answer has it for the next ones
     */
    public CompletionStage<ReadResult<NearbyPage<ShopId>>> search(
            long typeId, Position from, long offset, int size, OptionalLong upTo) {
        if (offset < 0 || size < 0) {
            throw new IllegalArgumentException("no page: " + size + " after " + offset);
        }
        AreaKey area = AreaKey.of(typeId, from);
        return areas.find(area)
                .thenCompose(found -> upTo.orElse(0) > upTo(found)
                        ? newer(area, found, upTo.getAsLong())
                        : CompletableFuture.completedStage(found))
                .thenApply(found -> found.map(shops -> shops.page(from, RADIUS, offset, size, upTo)));
    }

    /** If there is anything newer; callers choose the number, and all who lack the same get one copy. */
    private CompletionStage<ReadResult<Candidates>> newer(AreaKey area, ReadResult<Candidates> old, long asked) {
        return knownUpTo(asked)
                .thenCompose(upTo -> upTo > upTo(old)
                        ? renewals.run(new Renewal(area, upTo), _ -> areas.renew(area))
                        : CompletableFuture.completedStage(old))
                .exceptionallyCompose(DomainFailure.fallBackOn(old));
    }

    /** A caller that joined another's load too late may lack something, and asks once more. */
    private CompletionStage<Long> knownUpTo(long asked) {
        return known.run(areas, Areas::knownUpTo)
                .thenCompose(upTo ->
                        upTo < asked ? known.run(areas, Areas::knownUpTo) : CompletableFuture.completedStage(upTo));
    }

    private static long upTo(ReadResult<Candidates> found) {
        return found.value().orElseThrow().upTo();
    }
}
