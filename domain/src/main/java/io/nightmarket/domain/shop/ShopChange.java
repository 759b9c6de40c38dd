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
        @Nullable String openHours) {
    public ShopChange {
        require(name == null || !name.isBlank(), "a shop needs a name");
        require(typeId == null || typeId > 0, "a shop's type must be positive");
        require(x == null || (x >= -180 && x <= 180), "a longitude lies from -180 to 180");
        require(y == null || (y >= -90 && y <= 90), "a latitude lies from -90 to 90");
        require(avgPrice == null || avgPrice >= 0, "a price is not negative");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
