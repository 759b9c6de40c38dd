package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.JsonBody;
import java.time.Instant;

/** Reads the voucher that a merchant wants to put on sale. */
final class NewFlashSales {
    private NewFlashSales() {}

    static NewFlashSale read(JsonBody body) {
        ShopId shop = new ShopId(body.requiredId("shopId"));
        SaleWindow window = window(body);
        try {
            return new NewFlashSale(
                    shop,
                    body.requiredText("title"),
                    body.text("subTitle"),
                    body.text("rules"),
                    body.requiredWhole("payValue"),
                    body.requiredWhole("actualValue"),
                    stock(body),
                    window,
                    acknowledgement(body));
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed("body");
        }
    }

    private static Acknowledgement acknowledgement(JsonBody body) {
        String text = body.text(Acknowledgements.NAME);
        return text == null ? Acknowledgement.ACCEPTED : Acknowledgements.parse(text);
    }

    private static int stock(JsonBody body) {
        long stock = body.requiredWhole("stock");
        if (stock <= 0 || stock > Integer.MAX_VALUE) {
            throw Refusal.malformed("stock");
        }
        return (int) stock;
    }

    private static SaleWindow window(JsonBody body) {
        Instant begin = body.requiredTime("beginTime");
        Instant end = body.requiredTime("endTime");
        if (!begin.isBefore(end)) {
            throw Refusal.malformed("endTime");
        }
        return new SaleWindow(begin, end);
    }
}
