package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import io.nightmarket.http.request.JsonBody;
import java.time.Instant;

/** Decodes the voucher that a merchant wants to put on sale. */
final class NewFlashSales {
    private NewFlashSales() {}

    static NewFlashSale read(JsonBody body) {
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
