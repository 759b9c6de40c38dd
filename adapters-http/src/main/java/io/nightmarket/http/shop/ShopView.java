package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.Shop;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import org.jspecify.annotations.Nullable;

/** A shop as its page and lists show it. */
record ShopView(
        Object id,
        String name,
        Object typeId,
        String images,
        @Nullable String area,
        String address,
        double x,
        double y,
        @Nullable Long avgPrice,
        long sold,
        long comments,
        int score,
        @Nullable String openHours,
        String createTime,
        String updateTime) {
    static ShopView of(Shop shop, LocalTimes times) {
        return new ShopView(
                Json.id(shop.id().value()),
                shop.name(),
                Json.id(shop.typeId()),
                shop.images(),
                shop.area(),
                shop.address(),
                shop.x(),
                shop.y(),
                shop.avgPrice(),
                shop.sold(),
                shop.comments(),
                shop.score(),
                shop.openHours(),
                times.show(shop.createTime()),
                times.show(shop.updateTime()));
    }
}
