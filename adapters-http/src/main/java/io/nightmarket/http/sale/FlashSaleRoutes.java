package io.nightmarket.http.sale;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.util.concurrent.CompletionStage;

/** What merchants do to a flash sale. */
public final class FlashSaleRoutes implements Routes {
    private final CreateFlashSale createFlashSale;

    public FlashSaleRoutes(CreateFlashSale createFlashSale) {
        this.createFlashSale = createFlashSale;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("createFlashSale", Options.MERCHANTS, request -> create(request.session(), request.body()));
    }

    private CompletionStage<Answer> create(Session session, JsonBody body) {
        return createFlashSale.create(session, NewFlashSales.read(body)).thenApply(outcome -> switch (outcome) {
            case CreateFlashSale.Outcome.Created(var voucher) -> Answer.of(Json.id(voucher.value()));
            case CreateFlashSale.Outcome.ShopNotFound _ -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
            case CreateFlashSale.Outcome.Forbidden _ -> Answer.refused(ErrorCode.FORBIDDEN);
            case CreateFlashSale.Outcome.WindowInPast _ -> throw Refusal.malformed("endTime", Rule.IN_PAST);
        });
    }
}
