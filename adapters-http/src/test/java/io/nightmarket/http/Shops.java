package io.nightmarket.http;

import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;

/** Shops for tests. */
final class Shops {
    static final Instant MADE = Instant.parse("2026-01-05T01:00:00Z");

    private Shops() {}

    static Shop shop(long id) {
        return new Shop(
                new ShopId(id),
                "炉鱼",
                1,
                "/imgs/a.jpg,/imgs/b.jpg",
                "大关",
                "金华路 29 号",
                120.15,
                30.33,
                85L,
                4215,
                3035,
                47,
                "10:00-22:00",
                MADE,
                MADE);
    }

    static Shop shop(long id, long type, double x, double y, int score) {
        return new Shop(new ShopId(id), "店", type, "", null, "", x, y, null, 0, 0, score, null, MADE, MADE);
    }

    /** One as adopted data may hold it: whatever may be null is. */
    static Shop bare(long id) {
        return new Shop(new ShopId(id), "", 1, "", null, "", 0, 0, null, 0, 0, 0, null, MADE, MADE);
    }
}
