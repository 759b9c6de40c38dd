package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.ManageShopTypes;
import io.nightmarket.domain.shop.ShopTypes;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One type of shops, and changes of types by administrators. */
public final class ShopTypeRoutes implements Routes {
    private final FindShopTypes findTypes;
    private final ManageShopTypes types;
    private final Limit limit;
    private final Staleness staleness;

    public ShopTypeRoutes(SharedHttpState shared, FindShopTypes findTypes, ManageShopTypes types) {
        this.findTypes = findTypes;
        this.types = types;
        this.limit = shared.limits().reads();
        this.staleness = shared.staleness();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("findShopType", Options.PUBLIC.hot().limitedBy(limit), request -> find(request.id("id")));
        endpoints.bind("createShopType", Options.ADMINS, request -> create(request.body()));
        endpoints.bind("updateShopType", Options.ADMINS, request -> update(request.body()));
        endpoints.bind(
                "deleteShopType",
                Options.ADMINS,
                request -> types.delete(request.id("id")).thenApply(ShopTypeRoutes::answer));
    }

    /** Nothing for an unknown type. */
    private CompletionStage<Answer> find(long id) {
        return findTypes
                .type(id)
                .thenApply(found -> staleness.mark(
                        found,
                        found.value()
                                .map(type -> Answer.of(ShopTypeView.of(type)))
                                .orElse(Answer.DONE)));
    }

    private CompletionStage<Answer> create(JsonBody body) {
        return types.create(draft(body.requiredText("name"), body)).thenApply(id -> Answer.of(Json.id(id)));
    }

    private CompletionStage<Answer> update(JsonBody body) {
        return types.update(body.requiredId("id"), draft(body.text("name"), body))
                .thenApply(ShopTypeRoutes::answer);
    }

    private static ShopTypes.Draft draft(@Nullable String name, JsonBody body) {
        Long sort = body.whole("sort");
        return new ShopTypes.Draft(name, body.text("icon"), sort == null ? null : sort.intValue());
    }

    private static Answer answer(ManageShopTypes.Outcome outcome) {
        return switch (outcome) {
            case DONE -> Answer.DONE;
            case NOT_FOUND -> Answer.refused(ErrorCode.SHOP_TYPE_NOT_FOUND);
            case IN_USE -> Answer.refused(ErrorCode.SHOP_TYPE_IN_USE);
        };
    }
}
