package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.Nearby;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import org.jspecify.annotations.Nullable;

/** A shop as its page and lists show it; the last member belongs to lists of shops nearby. */
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
        String updateTime,
        @Nullable Double distance) {
    private static final double TENTHS = 10;

    static ShopView of(Shop shop, LocalTimes times) {
        return of(shop, null, times);
    }

    static ShopView of(Nearby near, LocalTimes times) {
        return of(near.shop(), Math.round(near.distance() * TENTHS) / TENTHS, times);
    }

    private static ShopView of(Shop shop, @Nullable Double distance, LocalTimes times) {
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
                times.show(shop.updateTime()),
                distance);
    }
}
