package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The truth about shops, their types, and who owns which shop. */
public interface ShopRepository {
    CompletionStage<Optional<Shop>> find(ShopId id);

    /** All types by {@code sort}, then id. */
    CompletionStage<List<ShopType>> findTypes();

    CompletionStage<Boolean> isOwnedBy(ShopId id, UserId merchant);

    /** Writes the members that are not null, in one statement. False when there is no such shop. */
    CompletionStage<Boolean> update(ShopChange change);
}
