package io.nightmarket.http.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.CachePolicy;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.limit.ReadLimits;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A shop, and the types of shops: read often, and kept by browsers and proxies. */
final class ShopDetailRoutes implements Routes {
    private final FindShop findShop;
    private final ShopRenderCaches renderings;
    private final ReadLimits limits;
    private final Policies policies;

    /** What others may keep: of a shop, and of the types. */
    record Policies(CachePolicy shop, CachePolicy types) {}

    ShopDetailRoutes(FindShop findShop, ShopRenderCaches renderings, ReadLimits limits, Policies policies) {
        this.findShop = findShop;
        this.renderings = renderings;
        this.limits = limits;
        this.policies = policies;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "findShop", Options.PUBLIC.hot(limits::refusal), request -> find(request.context(), request.id()));
        endpoints.bind(
                "listShopTypes",
                Options.PUBLIC.hot(limits::refusal),
                _ -> findShop.types().thenApply(this::types));
    }

    private CompletionStage<Answer> find(RoutingContext ctx, long id) {
        ShopId shop = new ShopId(id);
        Answer refusal = limits.refusal(ctx.request(), shop);
        return refusal == null ? findShop.find(shop).thenApply(this::shop) : CompletableFuture.completedStage(refusal);
    }

    private Answer shop(ReadResult<Shop> reading) {
        return reading.value()
                .map(shop -> policies.shop().answer(reading, renderings.shops().of(shop)))
                .orElseGet(() -> Answer.refused(ErrorCode.SHOP_NOT_FOUND));
    }

    private Answer types(ReadResult<List<ShopType>> reading) {
        List<ShopType> types = reading.value().orElse(List.of());
        return policies.types().answer(reading, renderings.types().of(types));
    }
}
