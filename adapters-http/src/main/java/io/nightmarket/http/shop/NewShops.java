package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.http.request.JsonBody;
import java.util.Objects;

/** Decodes the shop that a merchant wants to open. */
final class NewShops {
    private NewShops() {}

    static NewShop read(JsonBody body) {
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
}
