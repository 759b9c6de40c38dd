package io.nightmarket.domain.shop;

import static io.nightmarket.domain.failure.Arguments.require;

import org.jspecify.annotations.Nullable;

/**
 * What a merchant may write of a shop, as its table holds it. Null passes: whether a member may be left out is checked
 * elsewhere.
 */
final class ShopRules {
    static final int LONGEST_NAME = 128;
    private static final int LONGEST_IMAGES = 1024;
    private static final int LONGEST_AREA = 128;
    private static final int LONGEST_ADDRESS = 255;
    private static final int LONGEST_OPEN_HOURS = 32;

    private ShopRules() {}

    static void name(@Nullable String name) {
        require(name == null || !name.isBlank(), "a shop needs a name");
        atMost(LONGEST_NAME, name, "name");
    }

    static void type(@Nullable Long typeId) {
        require(typeId == null || typeId > 0, "a shop's type must be positive");
    }

    static void texts(
            @Nullable String images, @Nullable String area, @Nullable String address, @Nullable String openHours) {
        atMost(LONGEST_IMAGES, images, "images");
        atMost(LONGEST_AREA, area, "area");
        atMost(LONGEST_ADDRESS, address, "address");
        atMost(LONGEST_OPEN_HOURS, openHours, "openHours");
    }

    static void place(@Nullable Double x, @Nullable Double y) {
        require(x == null || (x >= -180 && x <= 180), "a longitude lies from -180 to 180");
        require(y == null || (y >= -90 && y <= 90), "a latitude lies from -90 to 90");
    }

    static void price(@Nullable Long avgPrice) {
        require(avgPrice == null || avgPrice >= 0, "a price is not negative");
    }

    /** Whether a text has no more characters than this; one outside of the basic plane is one. */
    static boolean fits(int longest, String text) {
        return text.length() <= longest || text.codePointCount(0, text.length()) <= longest;
    }

    private static void atMost(int longest, @Nullable String text, String member) {
        require(text == null || fits(longest, text), member + " is longer than " + longest);
    }
}
