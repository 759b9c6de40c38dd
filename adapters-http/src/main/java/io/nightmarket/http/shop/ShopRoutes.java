package io.nightmarket.http.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.route.Endpoints;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** Opening and changing a shop. */
public final class ShopRoutes {
    private final CreateShop createShop;
    private final UpdateShop updateShop;
    private final ContractCheck contract;

    public ShopRoutes(CreateShop createShop, UpdateShop updateShop, ContractCheck contract) {
        this.createShop = createShop;
        this.updateShop = updateShop;
        this.contract = contract;
    }

    public void bind(Endpoints endpoints) {
        endpoints.forMerchants("createShop", this::create);
        endpoints.forMerchants("updateShop", this::update);
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
