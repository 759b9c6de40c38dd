package io.nightmarket.http.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.CachePolicy;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.visitor.Visits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A shop, and the types of shops: read often, and kept by browsers and proxies. One for all event loops of a node. */
public final class ShopDetailRoutes implements Routes {
    private final ShopCache shops;
    private final FindShopTypes findTypes;
    private final Limits limits;
    private final Visits visits;
    private final CachePolicy shopPolicy;
    private final CachePolicy typesPolicy;
    private final RenderCache<Shop, Rendered> renderedShops;
    private final RenderCache<List<ShopType>, Rendered> renderedTypes = RenderCache.ofSuccesses(
            types -> types.stream().map(ShopTypeView::of).toList());

    /**
     * @param shopMaxAge how long browsers and proxies may keep a shop without asking
     * @param typesMaxAge how long they may keep the types of shops
     */
    public ShopDetailRoutes(
            SharedHttpState share,
            ShopCache shops,
            FindShopTypes findTypes,
            Duration shopMaxAge,
            Duration typesMaxAge) {
        this.shops = shops;
        this.findTypes = findTypes;
        this.limits = share.limits();
        this.visits = share.visits();
        this.shopPolicy = share.cachePolicy(shopMaxAge);
        this.typesPolicy = share.cachePolicy(typesMaxAge);
        this.renderedShops = RenderCache.ofSuccesses(shop -> ShopView.of(shop, share.times()));
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("findShop", Options.PUBLIC.hot().limitedBy(limits.shops()), this::find);
        endpoints.bind(
                "listShopTypes",
                Options.PUBLIC.hot().limitedBy(limits.reads()),
                _ -> findTypes.types().thenApply(this::types));
    }

    private CompletionStage<Answer> find(Request request) {
        return shops.find(new ShopId(request.id("id"))).thenApply(found -> shop(found, request));
    }

    private Answer shop(ReadResult<Shop> reading, Request request) {
        reading.value().ifPresent(shop -> visits.viewShop(shop.id(), request.visitor()));
        return reading.value()
                .map(shop -> shopPolicy.answer(reading, renderedShops.of(shop)))
                .orElseGet(() -> Answer.refused(ErrorCode.SHOP_NOT_FOUND));
    }

    private Answer types(ReadResult<List<ShopType>> reading) {
        List<ShopType> types = reading.value().orElse(List.of());
        return typesPolicy.answer(reading, renderedTypes.of(types));
    }
}
