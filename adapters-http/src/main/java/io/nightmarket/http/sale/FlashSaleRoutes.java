package io.nightmarket.http.sale;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** What merchants do to a flash sale. */
public final class FlashSaleRoutes implements Routes {
    private final CreateFlashSale createFlashSale;

    public FlashSaleRoutes(CreateFlashSale createFlashSale) {
        this.createFlashSale = createFlashSale;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("createFlashSale", Options.SHOP_STAFF, request -> create(request.session(), request.body()));
    }

    private CompletionStage<Answer> create(Session session, JsonBody body) {
        return createFlashSale.create(session, read(body)).thenApply(outcome -> switch (outcome) {
            case CreateFlashSale.Outcome.Created(var voucher) -> Answer.of(Json.id(voucher.value()));
            case CreateFlashSale.Outcome.ShopNotFound _ -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
            case CreateFlashSale.Outcome.Forbidden _ -> Answer.refused(ErrorCode.FORBIDDEN);
            case CreateFlashSale.Outcome.WindowInPast _ -> throw Refusal.malformed("endTime", Rule.IN_PAST);
        });
    }

    private static NewFlashSale read(JsonBody body) {
        return new NewFlashSale(
                new ShopId(body.requiredId("shopId")),
                body.requiredText("title"),
                body.text("subTitle"),
                body.text("rules"),
                body.requiredWhole("payValue", "actualValue", Rule.ABOVE_WORTH),
                body.requiredWhole("actualValue"),
                (int) body.requiredWhole("stock"),
                window(body),
                acknowledgement(body),
                new SaleOptions(body.flag("waitlist"), body.flag("waitingRoom"), body.flag("signedPath")));
    }

    private static Acknowledgement acknowledgement(JsonBody body) {
        String text = body.text(Acknowledgements.NAME);
        return text == null ? Acknowledgement.ACCEPTED : Acknowledgements.parse(text);
    }

    /** No schema compares two members. */
    private static SaleWindow window(JsonBody body) {
        Instant begin = body.requiredTime("beginTime");
        Instant end = body.requiredTime("endTime");
        if (!begin.isBefore(end)) {
            throw Refusal.malformed("endTime", Rule.NOT_AFTER_BEGIN);
        }
        return new SaleWindow(begin, end);
    }
}
