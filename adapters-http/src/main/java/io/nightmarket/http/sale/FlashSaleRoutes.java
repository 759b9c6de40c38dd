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
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletionStage;

/** What merchants do to a flash sale. */
public final class FlashSaleRoutes implements Routes {
    /** As long as title, subtitle and rules may be. */
    static final int TEXT_CHARACTERS = 1_534;

    private final CreateFlashSale createFlashSale;

    public FlashSaleRoutes(CreateFlashSale createFlashSale) {
        this.createFlashSale = createFlashSale;
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options options = Options.SHOP_STAFF.withBody(Options.bodyOf(TEXT_CHARACTERS));
        endpoints.bind("createFlashSale", options, request -> create(request.session(), request.body()));
    }

    private CompletionStage<Answer> create(Session session, JsonBody body) {
        return createFlashSale.create(session, read(body)).thenApply(FlashSaleRoutes::answer);
    }

    static Answer answer(CreateFlashSale.Outcome outcome) {
        return switch (outcome) {
            case CreateFlashSale.Outcome.Created(var voucher) -> Answer.of(Json.id(voucher.value()));
            case CreateFlashSale.Outcome.ShopNotFound _ -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
            case CreateFlashSale.Outcome.Forbidden _ -> Answer.refused(ErrorCode.FORBIDDEN);
            case CreateFlashSale.Outcome.WindowInPast _ -> throw Refusal.malformed("endTime", Rule.IN_PAST);
        };
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
                window(body.requiredTime("beginTime"), body.requiredTime("endTime")),
                acknowledgement(body),
                new SaleOptions(body.flag("waitlist"), body.flag("waitingRoom"), body.flag("signedPath")),
                body.flag("draft"));
    }

    private static Acknowledgement acknowledgement(JsonBody body) {
        String text = body.text(Acknowledgements.NAME);
        return text == null ? Acknowledgement.ACCEPTED : Acknowledgements.parse(text);
    }

    /** In whole seconds, as windows are kept. No schema compares two members. */
    static SaleWindow window(Instant beginTime, Instant endTime) {
        Instant begin = beginTime.truncatedTo(ChronoUnit.SECONDS);
        Instant end = endTime.truncatedTo(ChronoUnit.SECONDS);
        if (!begin.isBefore(end)) {
            throw Refusal.malformed("endTime", Rule.NOT_AFTER_BEGIN);
        }
        return new SaleWindow(begin, end);
    }
}
