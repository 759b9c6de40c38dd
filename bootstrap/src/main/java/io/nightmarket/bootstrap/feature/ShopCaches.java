package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.cache.CacheRegistry;
import io.nightmarket.bootstrap.cache.KeyFormat;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.AreaKey;
import io.nightmarket.domain.shop.Candidates;
import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.SearchNearby;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopPageKey;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.domain.shop.TypesInUse;
import java.util.List;
import java.util.Optional;

/** The caches of shops, each one definition. */
record ShopCaches(
        NodeCache<ShopId, Shop> shops,
        NodeCache<String, List<ShopType>> types,
        NodeCache<String, List<Long>> typesInUse,
        NodeCache<ShopPageKey, List<ShopId>> pages,
        NodeCache<AreaKey, Candidates> areas) {
    static ShopCaches define(Wiring wiring, ShopFilter filter, ShopGeoSearch geoSearch) {
        CacheRegistry caches = wiring.caches();
        ShopRepository shops = wiring.mysql().shops();
        return new ShopCaches(
                caches.define(
                        CacheNames.SHOP,
                        CacheKeys.BY_SHOP,
                        new TypeReference<>() {},
                        new Source<>(filter::mayContain, shops::find)),
                caches.define(
                        CacheNames.SHOP_TYPES,
                        KeyFormat.only(FindShopTypes.ALL_TYPES),
                        new TypeReference<>() {},
                        Source.of(_ -> shops.findTypes().thenApply(Optional::of))),
                caches.define(
                        CacheNames.TYPES_IN_USE,
                        KeyFormat.only(TypesInUse.ALL),
                        new TypeReference<>() {},
                        Source.of(_ -> shops.typesInUse().thenApply(Optional::of))),
                caches.define(
                        CacheNames.SHOP_PAGES,
                        new KeyFormat<>(ShopPageKey::text, ShopPageKey::parse),
                        new TypeReference<>() {},
                        Source.of(
                                page -> shops.pageOfType(page.type(), page.order(), page.offset(), ListShops.PAGE_SIZE)
                                        .thenApply(CacheKeys::unlessEmpty))),
                areas(caches, geoSearch));
    }

    private static NodeCache<AreaKey, Candidates> areas(CacheRegistry caches, ShopGeoSearch geoSearch) {
        return caches.defineLocal(
                CacheNames.AREAS,
                new KeyFormat<>(AreaKey::text, AreaKey::parse),
                Candidates::size,
                Source.of(area -> SearchNearby.candidates(geoSearch).apply(area).thenApply(Optional::of)));
    }
}
