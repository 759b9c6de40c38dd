package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.cache.CacheInvalidator;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Invalidates a shop that was created or changed: afterwards the filter contains it, no copy is left, it is listed on its
 * page, and the index has its position.
 */
public final class ShopInvalidation implements CacheInvalidator.Target {
    private final CacheInvalidator.Target shops;
    private final Function<ShopId, CompletionStage<Void>> filter;
    private final InvalidatePages pages;
    private final Optional<IndexShop> index;

    /**
     * @param shops the cache
     * @param filter adds the shop to the filter of all shops
     */
    public ShopInvalidation(
            CacheInvalidator.Target shops,
            Function<ShopId, CompletionStage<Void>> filter,
            InvalidatePages pages,
            Optional<IndexShop> index) {
        this.shops = shops;
        this.filter = filter;
        this.pages = pages;
        this.index = index;
    }

    @Override
    public boolean isKey(String key) {
        return shops.isKey(key);
    }

    /** The filter first, or a new shop could be found absent again; the entry is removed even if the filter fails. */
    @Override
    public CompletionStage<String> invalidate(String key) {
        CompletionStage<Void> added = filter.apply(idOf(key));
        CompletionStage<String> invalidated = Stages.afterwards(added, () -> shops.invalidate(key));
        return invalidated.thenCombine(added, (incarnation, _) -> incarnation);
    }

    @Override
    public void notifyNodes(String key) {
        shops.notifyNodes(key);
    }

    @Override
    public CompletionStage<Void> refreshDerived(String key) {
        ShopId id = idOf(key);
        CompletionStage<Void> indexed =
                index.map(found -> found.refresh(id)).orElse(CompletableFuture.completedStage(null));
        return pages.listing(id).thenCombine(indexed, (_, _) -> null);
    }

    @Override
    public Duration retention() {
        return shops.retention();
    }

    private static ShopId idOf(String key) {
        return new ShopId(Long.parseLong(key));
    }
}
