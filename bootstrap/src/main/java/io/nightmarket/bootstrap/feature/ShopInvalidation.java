package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.cache.CacheInvalidator;
import io.nightmarket.domain.shop.IndexShop;
import io.nightmarket.domain.shop.InvalidatePages;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopPageKey;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.TypesInUse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Invalidates a shop that was created or changed: afterwards the filter contains it, no copy is left, it is listed on its
 * page, and the index has its position.
 */
final class ShopInvalidation implements CacheInvalidator.Target {
    private final ShopRepository repository;
    private final NodeCache<ShopId, Shop> shops;
    private final NodeCache<ShopPageKey, ?> pages;
    private final TypesInUse typesInUse;
    private final ShopFilter filter;
    private final Optional<IndexShop> index;
    private final InvalidatePages invalidatePages;
    private final Clock clock;

    ShopInvalidation(
            ShopRepository repository,
            ShopCaches caches,
            TypesInUse typesInUse,
            ShopFilter filter,
            Optional<IndexShop> index,
            Clock clock) {
        this.repository = repository;
        this.shops = caches.shops();
        this.pages = caches.pages();
        this.typesInUse = typesInUse;
        this.filter = filter;
        this.index = index;
        this.invalidatePages = new InvalidatePages(repository, caches.pages()::invalidateEverywhere);
        this.clock = clock;
    }

    @Override
    public boolean isKey(String key) {
        return shops.isKey(key);
    }

    /** The filter first, or a new shop could be found absent again; the entry is removed even if the filter fails. */
    @Override
    public CompletionStage<String> invalidate(String key) {
        CompletionStage<Void> added = filter.add(idOf(key));
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
        CompletionStage<Void> listed = repository
                .opening(id)
                .thenCompose(found -> found.filter(this::isNew)
                        .map(opening -> list(id, opening.typeId()))
                        .orElse(CompletableFuture.completedStage(null)));
        CompletionStage<Void> indexed =
                index.map(found -> found.refresh(id)).orElse(CompletableFuture.completedStage(null));
        return listed.thenCombine(indexed, (_, _) -> null);
    }

    /** There may be copies of lists from before it was opened. */
    private boolean isNew(ShopRepository.Opening opening) {
        return opening.at().plus(pages.retention()).isAfter(clock.instant());
    }

    private CompletionStage<Void> list(ShopId shop, long type) {
        return typesInUse.include(type).thenCompose(_ -> invalidatePages.with(shop, type));
    }

    @Override
    public Duration retention() {
        return shops.retention();
    }

    private static ShopId idOf(String key) {
        return new ShopId(Long.parseLong(key));
    }
}
