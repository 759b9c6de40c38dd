package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.cache.KeyFormat;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.FindShopType;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.shop.ShopTypeRoutes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** One type of shops. */
final class ShopTypeFeature implements Feature {
    private final Wiring wiring;
    private final NodeCache<Long, ShopType> types;

    ShopTypeFeature(Wiring wiring) {
        this.wiring = wiring;
        this.types = wiring.caches()
                .define(
                        CacheNames.SHOP_TYPE,
                        KeyFormat.ofNumbers(id -> id, id -> id),
                        new TypeReference<>() {},
                        Source.of(id -> FindShopType.load(wiring.mysql().shops(), id)));
    }

    @Override
    public String name() {
        return "shop types";
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new ShopTypeRoutes(wiring.http().share(), new FindShopType(types.reader())));
    }
}
