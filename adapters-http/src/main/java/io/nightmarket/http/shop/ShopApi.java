package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.ManageShopTypes;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.route.Routes;
import java.time.Duration;
import java.util.List;

/** Shops over HTTP: what the event loops of a node share, and the routes of each. */
public final class ShopApi {
    private final SharedHttpState share;
    private final ShopRenderCaches renderings;
    private final ShopListRenderer lists;
    private final ShopDetailRoutes.Policies policies;

    /**
     * @param shopMaxAge how long browsers and proxies may keep a shop without asking
     * @param typesMaxAge how long they may keep the types of shops
     */
    public ShopApi(SharedHttpState share, Duration shopMaxAge, Duration typesMaxAge) {
        this.share = share;
        this.renderings = ShopRenderCaches.of(share.times());
        this.lists = new ShopListRenderer(share.times());
        this.policies = new ShopDetailRoutes.Policies(share.cachePolicy(shopMaxAge), share.cachePolicy(typesMaxAge));
    }

    public List<Routes> routes(
            FindShop findShop,
            ListShops listShops,
            CreateShop createShop,
            UpdateShop updateShop,
            ManageShopTypes types) {
        return List.of(
                new ShopDetailRoutes(findShop, renderings, share.reading(), policies, share.visits()),
                new ShopTypeRoutes(share, findShop, types),
                new ShopListRoutes(listShops, share.reading(), lists, share.staleness()),
                new ShopRoutes(createShop, updateShop));
    }
}
