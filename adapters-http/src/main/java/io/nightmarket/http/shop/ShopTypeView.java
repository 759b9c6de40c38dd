package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.http.answer.Json;
import org.jspecify.annotations.Nullable;

/** A type of shops as the front page shows it. */
record ShopTypeView(
        Object id, @Nullable String name, @Nullable String icon, int sort) {
    static ShopTypeView of(ShopType type) {
        return new ShopTypeView(Json.id(type.id()), type.name(), type.icon(), type.sort());
    }
}
