package io.nightmarket.http;

import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The cache of shops as operators meet it. */
final class ManagedShops implements ManageCaches.Managed {
    private final Cache<ShopId, Shop> shopCache;
    volatile ManageCaches.Reads reads = new ManageCaches.Reads(0, 0, 0);
    final Faults clears = new Faults();

    ManagedShops(Cache<ShopId, Shop> shopCache) {
        this.shopCache = shopCache;
    }

    @Override
    public String name() {
        return CacheNames.SHOP;
    }

    @Override
    public ManageCaches.Status status() {
        return new ManageCaches.Status(
                CacheNames.SHOP,
                RefreshStrategy.LOGICAL_EXPIRY,
                reads,
                new ManageCaches.Loads(7, 1),
                12,
                100,
                Optional.of(BreakerState.HALF_OPEN));
    }

    @Override
    public boolean isKey(String key) {
        return key.matches("[0-9]+");
    }

    @Override
    public CompletionStage<Void> clear(String key) {
        return clears.before(() -> shopCache.invalidate(new ShopId(Long.parseLong(key))))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> clear() {
        return clears.before(shopCache::clear);
    }
}
