package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.JsonBody;
import java.util.Objects;

/** Reads the shop that a merchant wants to open. */
final class NewShops {
    private NewShops() {}

    static NewShop read(JsonBody body) {
        try {
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
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed("body");
        }
    }
}
