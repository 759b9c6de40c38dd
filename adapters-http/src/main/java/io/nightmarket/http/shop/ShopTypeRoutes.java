package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.limit.ReadLimits;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.util.concurrent.CompletionStage;

/** One type of shops. */
final class ShopTypeRoutes implements Routes {
    private final FindShop findShop;
    private final ReadLimits limits;
    private final Staleness staleness;

    ShopTypeRoutes(SharedHttpState shared, FindShop findShop) {
        this.findShop = findShop;
        this.limits = shared.reading();
        this.staleness = shared.staleness();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("findShopType", Options.PUBLIC.hot(limits::refusal), request -> find(request.id()));
    }

    /** Nothing for an unknown type. */
    private CompletionStage<Answer> find(long id) {
        return findShop.type(id)
                .thenApply(found -> staleness.mark(
                        found,
                        found.value()
                                .map(type -> Answer.of(ShopTypeView.of(type)))
                                .orElse(Answer.DONE)));
    }
}
