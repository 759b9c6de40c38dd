package io.nightmarket.http.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** Opening and changing a shop. */
public final class ShopRoutes implements Routes {
    private final CreateShop createShop;
    private final UpdateShop updateShop;

    public ShopRoutes(CreateShop createShop, UpdateShop updateShop) {
        this.createShop = createShop;
        this.updateShop = updateShop;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("createShop", Options.MERCHANTS, request -> create(request.session(), request.body()));
        endpoints.bind("updateShop", Options.SHOP_STAFF, request -> update(request.session(), request.body()));
    }

    private CompletionStage<Answer> create(Session session, JsonBody body) {
        return createShop.create(session, newShop(body)).thenApply(outcome -> switch (outcome) {
            case CreateShop.Outcome.Created(var shop) -> Answer.of(Json.id(shop.value()));
            case CreateShop.Outcome.UnknownType _ -> Answer.refused(ErrorCode.SHOP_TYPE_NOT_FOUND);
            case CreateShop.Outcome.Forbidden _ -> Answer.refused(ErrorCode.FORBIDDEN);
        });
    }

    private CompletionStage<Answer> update(Session session, JsonBody body) {
        return updateShop.update(session, change(body)).thenApply(outcome -> switch (outcome) {
            case UPDATED -> Answer.DONE;
            case NOT_FOUND -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
            case UNKNOWN_TYPE -> Answer.refused(ErrorCode.SHOP_TYPE_NOT_FOUND);
            case FORBIDDEN -> Answer.refused(ErrorCode.FORBIDDEN);
        });
    }

    private static NewShop newShop(JsonBody body) {
        return new NewShop(
                body.requiredText("name"),
                body.requiredId("typeId"),
                Objects.requireNonNullElse(body.text("images"), ""),
                body.text("area"),
                body.requiredText("address"),
                body.requiredNumber("x"),
                body.requiredNumber("y"),
                body.whole("avgPrice"),
                body.text("openHours"));
    }

    private static ShopChange change(JsonBody body) {
        return new ShopChange(
                new ShopId(body.requiredId("id")),
                body.text("name"),
                body.id("typeId"),
                body.text("images"),
                body.text("area"),
                body.text("address"),
                body.number("x"),
                body.number("y"),
                body.whole("avgPrice"),
                body.text("openHours"));
    }
}
