package io.nightmarket.domain.shop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Where shops lie, by the database. A shop whose place is not known counts as none. */
public interface ShopCoordinatesReader {
    default CompletionStage<Optional<ShopCoordinates>> find(ShopId id) {
        return findAll(List.of(id)).thenApply(found -> found.stream().findFirst());
    }

    /** Those of these shops that are there, in any order. */
    CompletionStage<List<ShopCoordinates>> findAll(List<ShopId> ids);

    /** Shops with greater ids than this, by id. */
    CompletionStage<List<ShopCoordinates>> after(long id, int max);
}
