package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopGeoSearch.Located;
import io.nightmarket.domain.shop.ShopId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public abstract class ShopGeoSearchContract {
    private static final Position SQUARE = new Position(120.16, 30.25);
    private static final double RADIUS = 5_000;
    private static final double EARTH = 6_372_797.560856;
    /** Metres that a place may be off, and a distance then wrong by. */
    private static final double OFF = 0.6;

    private final long type = ThreadLocalRandom.current().nextLong(1_000_000, 1L << 40);
    private final long firstId = ThreadLocalRandom.current().nextLong(1_000_000_000L, 1L << 50);
    private final Map<ShopId, ShopCoordinates> stored = new HashMap<>();

    protected abstract ShopGeoSearch geoSearch();

    protected abstract void add(List<ShopCoordinates> shops);

    private ShopCoordinates shop(int number, double x, double y) {
        return new ShopCoordinates(new ShopId(firstId + number), type, x, y);
    }

    private void store(List<ShopCoordinates> shops) {
        add(shops);
        shops.forEach(shop -> stored.put(shop.id(), shop));
    }

    private void store(ShopCoordinates... shops) {
        store(List.of(shops));
    }

    private List<Located> around(Position center, double radius, int max) {
        return found(type, center, radius, max);
    }

    private List<Located> found(long ofType, Position center, double radius, int max) {
        return await(geoSearch().around(ofType, center, radius, max)).shops();
    }

    private static List<ShopId> ids(List<Located> found) {
        return found.stream().map(Located::id).toList();
    }

    /** By the angle between vectors, which is not how those who are tested do it. */
    private static double distance(double x1, double y1, double x2, double y2) {
        double[] a = vector(x1, y1);
        double[] b = vector(x2, y2);
        double cross = Math.sqrt(Math.pow(a[1] * b[2] - a[2] * b[1], 2)
                + Math.pow(a[2] * b[0] - a[0] * b[2], 2)
                + Math.pow(a[0] * b[1] - a[1] * b[0], 2));
        return EARTH * Math.atan2(cross, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    }

    private static double[] vector(double x, double y) {
        double lambda = Math.toRadians(x);
        double phi = Math.toRadians(y);
        return new double[] {Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)};
    }

    private static double distance(Position from, ShopCoordinates shop) {
        return distance(from.x(), from.y(), shop.x(), shop.y());
    }

    private ShopCoordinates stored(Located shop) {
        return Objects.requireNonNull(stored.get(shop.id()), () -> shop + " is not of this test");
    }

    private void assertNearestFirst(Position center, List<Located> found) {
        double last = 0;
        for (Located shop : found) {
            double away = distance(center.x(), center.y(), shop.x(), shop.y());
            assertTrue(away >= last - 0.001, shop + " is nearer than the one before");
            last = away;
            ShopCoordinates place = stored(shop);
            assertTrue(distance(place.x(), place.y(), shop.x(), shop.y()) <= OFF, shop + " lies at " + place);
        }
    }

    private List<ShopCoordinates> scattered(Random random, int count, double degrees) {
        List<ShopCoordinates> shops = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            shops.add(shop(
                    i,
                    SQUARE.x() + (random.nextDouble() - 0.5) * degrees,
                    SQUARE.y() + (random.nextDouble() - 0.5) * degrees));
        }
        return shops;
    }

    @Test
    void thoseWithinTheRadiusComeNearestFirst() {
        List<ShopCoordinates> shops = scattered(new Random(11), 300, 0.15);
        store(shops);

        List<Located> found = around(SQUARE, RADIUS, 1_000);

        assertNearestFirst(SQUARE, found);
        Set<ShopId> ids = new HashSet<>(ids(found));
        assertEquals(found.size(), ids.size());
        for (ShopCoordinates shop : shops) {
            double away = distance(SQUARE, shop);
            if (Math.abs(away - RADIUS) > OFF) {
                assertEquals(away < RADIUS, ids.contains(shop.id()), shop + " is " + away + " m away");
            }
        }
    }

    @Test
    void noMoreThanAskedForAndTheNearestOfThem() {
        List<ShopCoordinates> shops = scattered(new Random(12), 200, 0.05);
        store(shops);
        double tenth = shops.stream()
                .mapToDouble(shop -> distance(SQUARE, shop))
                .sorted()
                .skip(9)
                .findFirst()
                .orElseThrow();

        List<Located> found = around(SQUARE, RADIUS, 10);

        assertEquals(10, found.size());
        assertNearestFirst(SQUARE, found);
        assertTrue(distance(SQUARE, stored(found.getLast())) <= tenth + OFF);
    }

    @Test
    void shopsInOnePlaceComeById() {
        store(shop(3, 120.16, 30.25), shop(20, 120.16, 30.25), shop(1, 120.16, 30.25), shop(2, 120.2, 30.25));
        assertEquals(
                List.of(firstId + 1, firstId + 3, firstId + 20, firstId + 2),
                ids(around(SQUARE, RADIUS, 10)).stream().map(ShopId::value).toList());
    }

    @Test
    void otherTypesAreNotFound() {
        ShopCoordinates ours = shop(1, 120.16, 30.25);
        store(ours, new ShopCoordinates(new ShopId(firstId + 2), type + 1, 120.16, 30.25));
        assertEquals(List.of(ours.id()), ids(around(SQUARE, RADIUS, 10)));
        assertEquals(List.of(), found(type + 2, SQUARE, RADIUS, 10));
        assertEquals(List.of(), found(-1, SQUARE, RADIUS, 10));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, -1", "1, 0", "-1, 0"})
    void theRadiusIsTheBorderInEveryDirection(int east, int north) {
        double degree = Math.toDegrees(1 / EARTH);
        double eastward = degree / Math.cos(Math.toRadians(SQUARE.y()));
        ShopCoordinates inside =
                shop(1, SQUARE.x() + east * (RADIUS - 2) * eastward, SQUARE.y() + north * (RADIUS - 2) * degree);
        ShopCoordinates outside =
                shop(2, SQUARE.x() + east * (RADIUS + 2) * eastward, SQUARE.y() + north * (RADIUS + 2) * degree);
        store(inside, outside);
        assertEquals(List.of(inside.id()), ids(around(SQUARE, RADIUS, 10)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 85.05",
        "0, -85.05",
        "180, 0",
        "-180, 0",
        "180, 85.05112878",
        "-180, -85.05112878",
        "0, 0",
        "179.999, 66.5"
    })
    void theEdgesOfTheMapArePlacesToo(double x, double y) {
        ShopCoordinates there = shop(1, x, y);
        ShopCoordinates near = shop(2, x - Math.copySign(0.001, x), y - Math.copySign(0.001, y));
        store(there, near);
        assertEquals(List.of(there.id(), near.id()), ids(around(new Position(x, y), RADIUS, 10)));
    }

    @Test
    void whereEastMeetsWestEachSideFindsItsOwn() {
        ShopCoordinates west = shop(1, 179.999, 10);
        ShopCoordinates east = shop(2, -179.998, 10);
        store(west, east);
        assertEquals(west.id(), ids(around(new Position(180, 10), RADIUS, 10)).getFirst());
        assertEquals(
                east.id(), ids(around(new Position(-179.99, 10), RADIUS, 10)).getFirst());
    }

    @Test
    void shopsThatAreNotOnTheMapAreNearNobody() {
        ShopCoordinates onTheMap = shop(1, 180, 85.05);
        store(onTheMap, shop(2, 180, 85.06), shop(3, -180.001, 85.05), shop(4, 540, 85.05));
        assertEquals(List.of(onTheMap.id()), ids(around(new Position(180, 85.05), RADIUS, 10)));
    }

    @Test
    void theOrderIsThatOfDistancesNotOfDegrees() {
        Position north = new Position(20, 70);
        ShopCoordinates eastern = shop(1, 20.02, 70);
        ShopCoordinates northern = shop(2, 20, 70.01);
        store(eastern, northern);
        List<ShopCoordinates> byDistance = List.of(eastern, northern).stream()
                .sorted(Comparator.comparingDouble(shop -> distance(north, shop)))
                .toList();
        assertEquals(byDistance.stream().map(ShopCoordinates::id).toList(), ids(around(north, RADIUS, 10)));
    }
}
