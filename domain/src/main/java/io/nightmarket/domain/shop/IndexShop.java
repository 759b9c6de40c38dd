package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.Conflict;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Brings the index to what the database says about a shop. A writer of the index looks at the database once more, so
 * of several who do it at once the last to write saw the last change, or writes again.
 */
public final class IndexShop {
    private static final int MAX_WRITES = 10;

    private final ShopCoordinatesReader coordinates;
    private final ShopIndex index;

    public IndexShop(ShopCoordinatesReader coordinates, ShopIndex index) {
        this.coordinates = coordinates;
        this.index = index;
    }

    /**
     * To be called after a shop was made, changed or removed, and again when it fails: with {@code Conflict} when the
     * shop changes all the time.
     */
    public CompletionStage<Void> refresh(ShopId id) {
        return coordinates.find(id).thenCompose(place -> write(id, place, MAX_WRITES));
    }

    private CompletionStage<Void> write(ShopId id, Optional<ShopCoordinates> place, int writes) {
        if (writes == 0) {
            return CompletableFuture.failedStage(new Conflict("shop " + id.value() + " moves faster than the index"));
        }
        return place.filter(ShopCoordinates::isOnTheMap)
                .map(found -> index.place(List.of(found)))
                .orElseGet(() -> index.remove(id))
                .thenCompose(_ -> coordinates.find(id))
                .thenCompose(
                        now -> now.equals(place) ? CompletableFuture.completedStage(null) : write(id, now, writes - 1));
    }
}
