package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.JsonBody;

/** Reads what a merchant wants changed. */
final class ShopChanges {
    private ShopChanges() {}

    static ShopChange read(JsonBody body) {
        ShopId id = new ShopId(body.requiredId("id"));
        try {
            return new ShopChange(
                    id,
                    body.text("name"),
                    body.id("typeId"),
                    body.text("images"),
                    body.text("area"),
                    body.text("address"),
                    body.number("x"),
                    body.number("y"),
                    body.whole("avgPrice"),
                    body.text("openHours"));
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed("body");
        }
    }
}
