package io.nightmarket.http.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.Shop;
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

/** A shop, and the types of shops: read often, and kept by browsers and proxies. */
public final class ShopDetailRoutes implements Routes {
    private final FindShop findShop;
    private final RenderCache<Shop, Rendered> shops;
    private final RenderCache<List<ShopType>, Rendered> types;
    private final Limits limits;
    private final CachePolicy policyOfShops;
    private final CachePolicy policyOfTypes;
    private final Visits visits;

    /**
     * @param shopMaxAge how long browsers and proxies may keep a shop without asking
     * @param typesMaxAge how long they may keep the types of shops
     */
    public ShopDetailRoutes(SharedHttpState share, FindShop findShop, Duration shopMaxAge, Duration typesMaxAge) {
        this.findShop = findShop;
        this.shops = RenderCache.ofSuccesses(shop -> ShopView.of(shop, share.times()));
        this.types = RenderCache.ofSuccesses(
                types -> types.stream().map(ShopTypeView::of).toList());
        this.limits = share.limits();
        this.policyOfShops = share.cachePolicy(shopMaxAge);
        this.policyOfTypes = share.cachePolicy(typesMaxAge);
        this.visits = share.visits();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("findShop", Options.PUBLIC.hot().limitedBy(limits.shops()), this::find);
        endpoints.bind(
                "listShopTypes",
                Options.PUBLIC.hot().limitedBy(limits.reads()),
                _ -> findShop.types().thenApply(this::types));
    }

    private CompletionStage<Answer> find(Request request) {
        return findShop.find(new ShopId(request.id("id"))).thenApply(found -> shop(found, request));
    }

    private Answer shop(ReadResult<Shop> reading, Request request) {
        reading.value().ifPresent(shop -> visits.viewShop(shop.id(), request.visitor()));
        return reading.value()
                .map(shop -> policyOfShops.answer(reading, shops.of(shop)))
                .orElseGet(() -> Answer.refused(ErrorCode.SHOP_NOT_FOUND));
    }

    private Answer types(ReadResult<List<ShopType>> reading) {
        return policyOfTypes.answer(reading, types.of(reading.value().orElse(List.of())));
    }
}
