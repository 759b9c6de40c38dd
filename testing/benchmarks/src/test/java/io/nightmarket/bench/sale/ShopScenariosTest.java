package io.nightmarket.bench.sale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ShopScenariosTest {
    private static boolean isNearbyPage(String... shops) {
        return ShopScenarios.isNearbyPage("{\"success\":true,\"data\":[" + String.join(",", shops) + "]}", 3);
    }

    private static String shop(long type, String distance) {
        return "{\"id\":7,\"typeId\":" + type + ",\"distance\":" + distance + "}";
    }

    @Test
    void aShopIsTheOneAskedForAndHasItsName() {
        assertTrue(ShopScenarios.isShop("{\"success\":true,\"data\":{\"id\":\"7\",\"name\":\"n\"}}", 7));
        assertFalse(ShopScenarios.isShop("{\"success\":true,\"data\":{\"id\":8,\"name\":\"n\"}}", 7));
        assertFalse(ShopScenarios.isShop("{\"success\":true,\"data\":{\"id\":7}}", 7));
        assertFalse(ShopScenarios.isShop("<html>", 7));
    }

    @Test
    void shopsNearbyComeNearestFirstAndAreOfTheType() {
        assertTrue(isNearbyPage(shop(3, "1.5"), shop(3, "1.5"), shop(3, "20")));
        assertFalse(isNearbyPage(shop(3, "20"), shop(3, "1.5")));
        assertFalse(isNearbyPage(shop(4, "1.5")));
        assertFalse(isNearbyPage("{\"id\":7,\"typeId\":3}"));
        assertFalse(isNearbyPage());
    }

    @Test
    void aStormIsLongEnoughAndHasMoreIdsThanRequests() {
        assertEquals(8, ShopScenarios.lengthOfStorm(1_000_000, 8));
        assertTrue(ShopScenarios.lengthOfStorm(5_000, 1) * 5_000 > 100_000);
        assertEquals(60, ShopScenarios.lengthOfStorm(0, 1));
        assertEquals(480_000, ShopScenarios.idsOfStorm(30_000, 8));
        assertEquals(1_000_000, ShopScenarios.idsOfStorm(1_000_000, 1_000));
    }
}
