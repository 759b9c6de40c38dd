package io.nightmarket.domain.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A new shop and a change are held to the same rules. */
class ShopRulesTest {
    private static NewShop shop(String name, long typeId, double x, double y, long avgPrice) {
        return new NewShop(name, typeId, "", null, "", x, y, avgPrice, null);
    }

    private static ShopChange change(String name, long typeId, double x, double y, long avgPrice) {
        return new ShopChange(new ShopId(1), name, typeId, null, null, null, x, y, avgPrice, null);
    }

    private static void assertRefused(String name, long typeId, double x, double y, long avgPrice) {
        var _ = assertThrows(IllegalArgumentException.class, () -> shop(name, typeId, x, y, avgPrice));
        var _ = assertThrows(IllegalArgumentException.class, () -> change(name, typeId, x, y, avgPrice));
    }

    private static void assertTextsRefused(String images, String area, String address, String openHours) {
        var _ = assertThrows(
                IllegalArgumentException.class,
                () -> new NewShop("店", 1, images, area, address, 0, 0, null, openHours));
        var _ = assertThrows(
                IllegalArgumentException.class,
                () -> new ShopChange(new ShopId(1), null, null, images, area, address, null, null, null, openHours));
    }

    @Test
    void whatLiesWithinTheBoundsPasses() {
        for (String name : List.of("n", "n".repeat(128), "🍜".repeat(128))) {
            assertEquals(name, shop(name, 1, -180, -90, 0).name());
            assertEquals(
                    name, change(name, Long.MAX_VALUE, 180, 90, Long.MAX_VALUE).name());
        }
    }

    @Test
    void whatLiesBeyondIsRefused() {
        assertRefused("", 1, 0, 0, 0);
        assertRefused(" \t", 1, 0, 0, 0);
        assertRefused("n".repeat(129), 1, 0, 0, 0);
        assertRefused("🍜".repeat(129), 1, 0, 0, 0);
        assertRefused("店", 0, 0, 0, 0);
        assertRefused("店", -1, 0, 0, 0);
        assertRefused("店", 1, 180.1, 0, 0);
        assertRefused("店", 1, Double.NaN, 0, 0);
        assertRefused("店", 1, Double.POSITIVE_INFINITY, 0, 0);
        assertRefused("店", 1, 0, -90.1, 0);
        assertRefused("店", 1, 0, Double.NaN, 0);
        assertRefused("店", 1, 0, Double.NEGATIVE_INFINITY, 0);
        assertRefused("店", 1, 0, 0, -1);
        assertTextsRefused("i".repeat(1025), "", "", "");
        assertTextsRefused("", "a".repeat(129), "", "");
        assertTextsRefused("", "", "a".repeat(256), "");
        assertTextsRefused("", "", "", "o".repeat(33));
    }

    @Test
    void aPositionLiesOnTheMap() {
        assertEquals(new Position(-180, 85.05112878), new Position(-180, 85.05112878));
        for (double[] off : new double[][] {
            {180.1, 0}, {0, 85.1}, {0, -85.1}, {Double.NaN, 0}, {0, Double.NaN}, {Double.POSITIVE_INFINITY, 0}
        }) {
            var _ = assertThrows(IllegalArgumentException.class, () -> new Position(off[0], off[1]));
        }
    }
}
