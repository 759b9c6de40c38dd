package io.nightmarket.domain.shop;

import io.nightmarket.domain.failure.DomainFailure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Finds shops by where they lie. */
@FunctionalInterface
public interface ShopLocations {
    /**
     * A shop and its place, which may be half a metre off.
     *
     * @param x longitude in degrees
     * @param y latitude in degrees
     */
    record Located(ShopId id, double x, double y) {}

    /**
     * Shops of a type within so many metres, nearest first, then by id. Open is which of those at one distance are left
     * out at the end, and whether those are found that lie across the meridian of 180 degrees. Fails, and with
     * {@code Unavailable} rather than an answer in part, when not all shops are known.
     */
    CompletionStage<List<Located>> around(long type, Position center, double radius, int most);

    /** Asks the others when these fail, unless by a bug. */
    default ShopLocations orElse(ShopLocations others) {
        return (type, center, radius, most) -> around(type, center, radius, most)
                .exceptionallyCompose(failure -> DomainFailure.causeOf(failure) instanceof DomainFailure
                        ? others.around(type, center, radius, most)
                        : CompletableFuture.failedStage(DomainFailure.causeOf(failure)));
    }
}
