package io.nightmarket.bench.sale;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SeenTest {
    private static String page(String shops) {
        return "{\"success\":true,\"data\":[" + shops + "]}";
    }

    private static String shop(long type, String distance) {
        return "{\"id\":7,\"typeId\":" + type + ",\"distance\":" + distance + "}";
    }

    @Test
    void aShopIsTheOneAskedForAndBearsItsName() {
        assertTrue(Seen.isShop("{\"success\":true,\"data\":{\"id\":7,\"name\":\"n\"}}", 7));
        assertTrue(Seen.isShop("{\"success\":true,\"data\":{\"id\":\"7\",\"name\":\"n\"}}", 7));
        assertFalse(Seen.isShop("{\"success\":true,\"data\":{\"id\":8,\"name\":\"n\"}}", 7));
        assertFalse(Seen.isShop("{\"success\":true,\"data\":{\"id\":7}}", 7));
        assertFalse(Seen.isShop("{\"success\":true}", 7));
    }

    @Test
    void shopsNearbyComeNearestFirst() {
        assertTrue(Seen.isNearbyPage(page(shop(3, "1.5") + ',' + shop(3, "1.5") + ',' + shop(3, "20")), 3));
        assertFalse(Seen.isNearbyPage(page(shop(3, "20") + ',' + shop(3, "1.5")), 3));
    }

    @Test
    void shopsNearbyAreThereAndOfTheTypeAndBearTheirDistance() {
        assertFalse(Seen.isNearbyPage(page(""), 3));
        assertFalse(Seen.isNearbyPage(page(shop(4, "1.5")), 3));
        assertFalse(Seen.isNearbyPage(page("{\"id\":7,\"typeId\":3}"), 3));
    }

    @Test
    void onlyTheWordThatThereIsNoneTellsAnUnknownShop() {
        assertTrue(Seen.isNoShop("{\"success\":false,\"code\":\"SHOP_NOT_FOUND\"}"));
        assertFalse(Seen.isNoShop("{\"success\":true,\"data\":{\"id\":7}}"));
    }

    @Test
    void whatIsNoAnswerIsNothing() {
        assertFalse(Seen.isShop("<html>", 7));
        assertFalse(Seen.isNearbyPage("", 3));
        assertFalse(Seen.isNoShop("{"));
    }
}
