package io.nightmarket.domain.shop;

import org.jspecify.annotations.Nullable;

/**
 * A shop to be opened. It gets its id when it is written, and begins without sales, comments and score.
 *
 * @param images addresses of pictures, separated by commas; may be empty
 * @param x longitude in degrees
 * @param y latitude in degrees
 * @param avgPrice what a guest spends on average, in whole yuan
 */
public record NewShop(
        String name,
        long typeId,
        String images,
        @Nullable String area,
        String address,
        double x,
        double y,
        @Nullable Long avgPrice,
        @Nullable String openHours) {}
