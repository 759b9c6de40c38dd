package io.nightmarket.domain.shop;

import org.jspecify.annotations.Nullable;

/**
 * What a merchant may change of a shop; null leaves a member as it is. Sales, comments and score are not a merchant's
 * to write.
 */
public record ShopChange(
        ShopId id,
        @Nullable String name,
        @Nullable Long typeId,
        @Nullable String images,
        @Nullable String area,
        @Nullable String address,
        @Nullable Double x,
        @Nullable Double y,
        @Nullable Long avgPrice,
        @Nullable String openHours) {}
