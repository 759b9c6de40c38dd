package io.nightmarket.domain.shop;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A shop as stored; adopted data may be odd, so nothing is checked here.
 *
 * @param images addresses of pictures, separated by commas
 * @param x longitude in degrees
 * @param y latitude in degrees
 * @param avgPrice what a guest spends on average, in whole yuan
 * @param score the rating times ten
 */
public record Shop(
        ShopId id,
        String name,
        long typeId,
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
        Instant createTime,
        Instant updateTime) {}
