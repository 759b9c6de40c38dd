package io.nightmarket.domain.shop;

import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Finds shops nearby among the candidates that all readers of an area share, so that a crowd in one place asks for them
 * once. The answer is exact for each reader's own point.
 */
public final class SearchNearby implements NearbySearch {
    /** So many metres away a shop is near. */
    public static final double RADIUS = 5_000;

    private static final int MOST_CANDIDATES = 5_000;
    /** More metres than places and cells lose by rounding. */
    private static final double MARGIN = 1;

    private final Function<AreaKey, CompletionStage<Candidates>> candidates;

    /** @param candidates of an area, as {@link #candidates} or kept from there for a while */
    public SearchNearby(Function<AreaKey, CompletionStage<Candidates>> candidates) {
        this.candidates = candidates;
    }

    /** Asks for the candidates of an area. */
    public static Function<AreaKey, CompletionStage<Candidates>> candidates(ShopLocations locations) {
        return area -> {
            Position center = area.center();
            double radius = RADIUS + area.halfDiagonal() + MARGIN;
            return locations
                    .around(area.type(), center, radius, MOST_CANDIDATES)
                    .thenApply(found -> new Candidates(center, found.size() < MOST_CANDIDATES ? radius : 0, found));
        };
    }

    @Override
    public CompletionStage<NearbyIds> search(long typeId, Position from, long offset, int size, OptionalLong upTo) {
        if (offset < 0 || size < 0) {
            throw new IllegalArgumentException("no page: " + size + " after " + offset);
        }
        return candidates
                .apply(AreaKey.of(typeId, from))
                .thenApply(found -> found.page(from, RADIUS, offset, size, upTo));
    }
}
