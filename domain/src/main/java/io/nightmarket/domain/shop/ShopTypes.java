package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.CacheChange;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The types of shops as administrators write them. Each change is noted for the caches in its own transaction. */
public interface ShopTypes {
    /**
     * What is written of a type.
     *
     * @param sort lists show types by it, ascending
     */
    record Draft(
            @Nullable String name,
            @Nullable String icon,
            @Nullable Integer sort) {}

    /** A type that was written. */
    record Saved(long id, CacheChange change) {}

    /** The type gets an id; its {@code sort} is 0 unless given. */
    CompletionStage<Saved> create(Draft type);

    /** Writes the members that are not null, in one statement. Nothing when there is no such type. */
    CompletionStage<Optional<CacheChange>> update(long id, Draft change);

    /** Deletes the type unless a shop has it, in one statement. Nothing when one has it, or when there is no such type. */
    CompletionStage<Optional<CacheChange>> delete(long id);
}
