package io.nightmarket.http.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** Looking at shops and their types, and opening and changing a shop. */
public final class ShopRoutes {
    private final FindShop findShop;
    private final CreateShop createShop;
    private final UpdateShop updateShop;
    private final ContractCheck contract;
    private final LocalTimes times;

    public ShopRoutes(
            FindShop findShop, CreateShop createShop, UpdateShop updateShop, ContractCheck contract, LocalTimes times) {
        this.findShop = findShop;
        this.createShop = createShop;
        this.updateShop = updateShop;
        this.contract = contract;
        this.times = times;
    }

    public void bind(Endpoints endpoints) {
        endpoints.open("listShopTypes", _ -> types());
        endpoints.openUnchecked("findShop", this::find);
        endpoints.forUsers("createShop", this::create);
        endpoints.forUsers("updateShop", this::update);
    }

    private CompletionStage<Answer> types() {
        return findShop.types()
                .thenApply(types -> Answer.of(types.value().orElseThrow().stream()
                        .map(ShopTypeView::of)
                        .toList()));
    }

    private CompletionStage<Answer> find(RoutingContext ctx) {
        return findShop.find(new ShopId(Ids.inPath(ctx, "id")))
                .thenApply(found -> found.value()
                        .map(shop -> Answer.of(ShopView.of(shop, times)))
                        .orElseGet(() -> Answer.refused(ErrorCode.SHOP_NOT_FOUND)));
    }

    private CompletionStage<Answer> create(RoutingContext ctx, Session session) {
        return createShop.create(session, NewShops.read(contract.body(ctx))).thenApply(outcome -> switch (outcome) {
            case CreateShop.Outcome.Created(var shop) -> Answer.of(Json.id(shop.value()));
            case CreateShop.Outcome.UnknownType _ -> throw Refusal.malformed("typeId");
            case CreateShop.Outcome.NotAllowed _ -> Answer.refused(ErrorCode.FORBIDDEN);
        });
    }

    private CompletionStage<Answer> update(RoutingContext ctx, Session session) {
        return updateShop.update(session, ShopChanges.read(contract.body(ctx))).thenApply(outcome -> switch (outcome) {
            case UPDATED -> Answer.DONE;
            case NOT_FOUND -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
            case UNKNOWN_TYPE -> throw Refusal.malformed("typeId");
            case NOT_YOURS -> Answer.refused(ErrorCode.FORBIDDEN);
        });
    }
}
