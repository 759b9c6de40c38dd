package io.nightmarket.bench.sale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bench.sale.City.Place;
import io.nightmarket.domain.shop.Shop;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class CityTest {
    /** More than the way across the city. */
    private static final double WIDE = 0.4;

    private static final int PEOPLE = 1_000;

    @Test
    void shopsLieInTheCityAndAreTheSameEveryTime() {
        List<Shop> shops = City.shops();
        shops.forEach(shop -> assertTrue(isInTheCity(new Place(shop.x(), shop.y())), shop::toString));
        assertEquals(shops, City.shops());
        assertEquals(City.shop(3), shops.get(3).id());
        assertEquals(City.shop(0), City.shop(shops.size()));
    }

    @Test
    void mostPeopleAreInAFewSpotsAndNoTwoInOnePlace() {
        List<Place> crowd = City.crowd(PEOPLE);
        assertEquals(PEOPLE, new HashSet<>(crowd).size(), 1);
        crowd.forEach(place -> assertTrue(isInTheCity(place), place::toString));
        Map<String, Long> cells = crowd.stream()
                .collect(Collectors.groupingBy(
                        place -> Math.floor(place.x() * 100) + ":" + Math.floor(place.y() * 100),
                        Collectors.counting()));
        long inTen = cells.values().stream()
                .sorted((one, other) -> Long.compare(other, one))
                .limit(10)
                .mapToLong(Long::longValue)
                .sum();
        assertTrue(inTen > PEOPLE / 3, () -> "in the ten fullest cells: " + inTen);
        assertTrue(cells.size() > PEOPLE / 20, () -> "cells: " + cells.size());
    }

    private static boolean isInTheCity(Place place) {
        return Math.abs(place.x() - 120.2) < WIDE && Math.abs(place.y() - 30.25) < WIDE;
    }

    @Test
    void peopleNearbyLookForAllTypesEachFromAPlace() {
        List<String> paths = ShopScenarios.nearbyPaths();
        assertEquals(PEOPLE, new HashSet<>(paths).size(), 1);
        for (int type = 1; type <= City.TYPES; type++) {
            String query = "?typeId=" + type + "&";
            assertTrue(paths.stream().anyMatch(path -> path.contains(query)), query);
        }
    }
}
