package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Jdbc;
import io.nightmarket.testkit.SaleDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Shops all over the city of the demo, enough of each type that what is near differs from place to place; the same ones
 * every time.
 */
final class City {
    static final int TYPES = 10;

    private static final int SHOPS = 20_000;
    private static final long FIRST = 1_000_001;
    private static final long SEED = 20_261_123;

    /** The middles of its districts, in degrees. */
    private static final List<Place> DISTRICTS = List.of(
            new Place(120.1640, 30.2560),
            new Place(120.1660, 30.2740),
            new Place(120.1720, 30.2410),
            new Place(120.1250, 30.2790),
            new Place(120.1040, 30.2990),
            new Place(120.1400, 30.3180),
            new Place(120.2120, 30.2460),
            new Place(120.2100, 30.2080),
            new Place(120.2650, 30.1680),
            new Place(120.3390, 30.3080));

    /** Most people are in the first of them. */
    private static final int HOT_DISTRICTS = 3;

    private static final double HOT_SHARE = 0.8;
    private static final double HOT_SPREAD = 0.004;
    private static final double SPREAD = 0.012;

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final SaleDatabase database;
    private final ShopIndex index;
    private final KeyFilter filter;
    private List<Shop> settled = List.of();
    private int next;

    /** Where a user or a shop is, in degrees. */
    record Place(double x, double y) {}

    City(SaleDatabase database, RedisAdapters redis) {
        this.database = database;
        this.index = redis.shopIndex();
        this.filter = redis.keyFilter(CacheNames.SHOP);
    }

    /** The shops open, and the node has found all of them; at once when they are open. */
    void settle() throws IOException, SQLException {
        if (settled.isEmpty()) {
            List<Shop> shops = shops();
            insert(shops);
            // Filter and index come to the last shop last.
            ShopId last = shop(SHOPS - 1);
            Eventually.await("the node finds the new shops", TIMEOUT, () -> isPlaced(last) && isReadable(last));
            settled = shops;
        }
    }

    /** One that was not given out before, of those that are open. */
    Shop nextShop() {
        return settled.get(next++);
    }

    /** A shop, by its number from 0. */
    static ShopId shop(int number) {
        return new ShopId(FIRST + Math.floorMod(number, SHOPS));
    }

    /** Places of people, most of them in a few spots. */
    static List<Place> crowd(int people) {
        Random random = new Random(SEED);
        List<Place> places = new ArrayList<>(people);
        for (int i = 0; i < people; i++) {
            boolean hot = random.nextDouble() < HOT_SHARE;
            Place middle = DISTRICTS.get(random.nextInt(hot ? HOT_DISTRICTS : DISTRICTS.size()));
            places.add(near(middle, hot ? HOT_SPREAD : SPREAD, random));
        }
        return places;
    }

    private static Place near(Place middle, double spread, Random random) {
        return new Place(near(middle.x(), spread, random), near(middle.y(), spread, random));
    }

    private static double near(double middle, double spread, Random random) {
        return Math.round((middle + random.nextGaussian() * spread) * 1e6) / 1e6;
    }

    /** All shops, in the order of their numbers. */
    static List<Shop> shops() {
        Random random = new Random(SEED);
        List<Shop> shops = new ArrayList<>(SHOPS);
        for (int i = 0; i < SHOPS; i++) {
            shops.add(shop(i, random));
        }
        return shops;
    }

    private static Shop shop(int number, Random random) {
        Place place = near(DISTRICTS.get(random.nextInt(DISTRICTS.size())), SPREAD, random);
        long id = shop(number).value();
        return new Shop(
                shop(number),
                "bench " + number,
                1L + number % TYPES,
                String.format(Locale.ROOT, "/imgs/shops/%d-1.jpg,/imgs/shops/%d-2.jpg", id, id),
                "湖滨",
                "东坡路 " + random.nextInt(1, 400) + " 号",
                place.x(),
                place.y(),
                random.nextLong(20, 400),
                random.nextLong(40, 9_000),
                random.nextLong(10, 2_000),
                random.nextInt(34, 51),
                "10:00-22:00",
                Instant.EPOCH,
                Instant.EPOCH);
    }

    private static List<@Nullable Object> columns(Shop shop) {
        return Arrays.asList(
                shop.id().value(),
                shop.name(),
                shop.typeId(),
                shop.images(),
                shop.area(),
                shop.address(),
                shop.x(),
                shop.y(),
                shop.avgPrice(),
                shop.sold(),
                shop.comments(),
                shop.score(),
                shop.openHours());
    }

    /** In one transaction, so that a reader that follows the ids misses none. */
    private void insert(List<Shop> shops) throws SQLException {
        Connection connection = database.connection();
        connection.setAutoCommit(false);
        try {
            Jdbc.runAll(
                    connection,
                    "INSERT INTO tb_shop (id, name, type_id, images, area, address, x, y, avg_price, sold, comments,"
                            + " score, open_hours) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    shops.stream().map(City::columns).toList());
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /**
     * Waits until the node's filter lets readers of the shop through: it learns only after a while of what was inserted past
     * the node, and answers until then that there is no such shop.
     */
    void awaitReadable(ShopId shop) throws IOException {
        Eventually.await("the node finds the new shop", TIMEOUT, () -> isReadable(shop));
    }

    private boolean isReadable(ShopId shop) throws IOException {
        return await(filter.inUse()).isPresent() && await(filter.mayContain(shop.value()));
    }

    private boolean isPlaced(ShopId shop) throws IOException {
        return await(index.inUse())
                .filter(found -> found.upTo() >= shop.value())
                .isPresent();
    }
}
