package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.Invalidation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Administrators create, change and delete types of shops. */
public final class ManageShopTypes {
    private final ShopTypes types;
    private final ShopRepository shops;
    private final Invalidation cache;

    public ManageShopTypes(ShopTypes types, ShopRepository shops, Invalidation cache) {
        this.types = types;
        this.shops = shops;
        this.cache = cache;
    }

    /** The outcome of a change. */
    public enum Outcome {
        DONE,
        NOT_FOUND,
        /** A shop has the type. */
        IN_USE
    }

    /** The new type's id. Not idempotent. */
    public CompletionStage<Long> create(ShopTypes.Draft type) {
        return types.create(type)
                .thenCompose(saved -> cache.apply(saved.change()).thenApply(_ -> saved.id()));
    }

    /** Writes the members that are not null. */
    public CompletionStage<Outcome> update(long id, ShopTypes.Draft change) {
        return types.update(id, change)
                .thenCompose(written ->
                        written.map(this::apply).orElseGet(() -> CompletableFuture.completedStage(Outcome.NOT_FOUND)));
    }

    /** A shop that is created with this type at the same moment keeps it, and is listed under its id. */
    public CompletionStage<Outcome> delete(long id) {
        return types.delete(id)
                .thenCompose(deleted -> deleted.map(this::apply)
                        .orElseGet(() ->
                                shops.hasType(id).thenApply(there -> there ? Outcome.IN_USE : Outcome.NOT_FOUND)));
    }

    private CompletionStage<Outcome> apply(CacheChange change) {
        return cache.apply(change).thenApply(_ -> Outcome.DONE);
    }
}
