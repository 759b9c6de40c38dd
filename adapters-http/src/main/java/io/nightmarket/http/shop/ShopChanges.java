package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.request.JsonBody;

/** Decodes what a merchant wants changed. */
final class ShopChanges {
    private ShopChanges() {}

    static ShopChange read(JsonBody body) {
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
