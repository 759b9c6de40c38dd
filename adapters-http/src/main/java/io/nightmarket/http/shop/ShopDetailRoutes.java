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
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.visitor.Visits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A shop, and the types of shops: read often, and kept by browsers and proxies. */
final class ShopDetailRoutes implements Routes {
    private final FindShop findShop;
    private final ShopRenderCaches renderings;
    private final ReadLimits limits;
    private final Policies policies;
    private final Visits visits;

    /** What others may keep: of a shop, and of the types. */
    record Policies(CachePolicy shop, CachePolicy types) {}

    ShopDetailRoutes(
            FindShop findShop, ShopRenderCaches renderings, ReadLimits limits, Policies policies, Visits visits) {
        this.findShop = findShop;
        this.renderings = renderings;
        this.limits = limits;
        this.policies = policies;
        this.visits = visits;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("findShop", Options.PUBLIC.hot(limits::refusal), this::find);
        endpoints.bind(
                "listShopTypes",
                Options.PUBLIC.hot(limits::refusal),
                _ -> findShop.types().thenApply(this::types));
    }

    private CompletionStage<Answer> find(Request request) {
        ShopId shop = new ShopId(request.id());
        Answer refusal = limits.refusal(request.context().request(), shop);
        return refusal == null
                ? findShop.find(shop).thenApply(found -> shop(found, request))
                : CompletableFuture.completedStage(refusal);
    }

    private Answer shop(ReadResult<Shop> reading, Request request) {
        reading.value().ifPresent(shop -> visits.viewShop(shop.id(), request.visitor()));
        return reading.value()
                .map(shop -> policies.shop().answer(reading, renderings.shops().of(shop)))
                .orElseGet(() -> Answer.refused(ErrorCode.SHOP_NOT_FOUND));
    }

    private Answer types(ReadResult<List<ShopType>> reading) {
        List<ShopType> types = reading.value().orElse(List.of());
        return policies.types().answer(reading, renderings.types().of(types));
    }
}
