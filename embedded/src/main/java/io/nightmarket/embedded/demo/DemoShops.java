package io.nightmarket.embedded.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The types, and shops of each of them all over the city; the same ones every time. */
final class DemoShops {
    static final int COUNT = 200;

    private static final long SEED = 20_260_401;
    private static final double SPREAD_DEGREES = 0.012;
    private static final List<String> BEGINNINGS = List.of(
            "阿婆", "老底子", "江南", "西子", "满陇", "云栖", "钱塘", "断桥", "南山", "小满", "半山", "弄堂", "拾光", "春信", "木槿", "桂雨", "九溪", "栖霞",
            "灯火", "夜航", "三秋", "听雨", "白墙", "青石");

    private DemoShops() {}

    static void load(Connection connection) throws SQLException {
        try (Batch types =
                new Batch(connection, "INSERT INTO tb_shop_type (id, name, icon, sort) VALUES (?, ?, ?, ?)")) {
            for (int i = 1; i <= Kind.ALL.size(); i++) {
                types.add(i, Kind.ALL.get(i - 1).name(), "/types/type-" + i + ".png", i);
            }
        }
        Random random = new Random(SEED);
        Set<String> names = new HashSet<>();
        try (Batch shops = new Batch(
                connection,
                "INSERT INTO tb_shop (id, name, type_id, images, area, address, x, y, avg_price, sold, comments,"
                        + " score, open_hours) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (int id = 1; id <= COUNT; id++) {
                add(shops, id, random, names);
            }
        }
    }

    private static void add(Batch shops, int id, Random random, Set<String> names) throws SQLException {
        int type = type(id);
        Kind kind = Kind.ALL.get(type - 1);
        District district = pick(District.ALL, random);
        int sold = random.nextInt(40, 9_000);
        shops.add(
                id,
                name(kind, district, random, names),
                type,
                pictures(type, id / Kind.ALL.size() % 2),
                district.name(),
                pick(district.streets(), random) + " " + random.nextInt(1, 400) + " 号",
                degrees(district.x(), random),
                degrees(district.y(), random),
                random.nextInt(kind.priceFrom(), kind.priceTo()),
                sold,
                sold / random.nextInt(4, 12),
                random.nextInt(34, 51),
                kind.openHours());
    }

    /** Types take turns. */
    static int type(int shop) {
        return 1 + (shop - 1) % Kind.ALL.size();
    }

    /** Shops of a type share theirs. */
    private static String pictures(int type, int which) {
        String one = type + "-" + which + ".jpg";
        return "/imgs/shops/front-" + one + ",/imgs/shops/scene-" + one;
    }

    /** Two shops of one name lie in different parts of the city, like branches do, and say so. */
    private static String name(Kind kind, District district, Random random, Set<String> names) {
        String name = pick(BEGINNINGS, random) + pick(kind.endings(), random);
        if (names.add(name)) {
            return name;
        }
        String branch = name + "（" + district.name() + "店）";
        return names.add(branch) ? branch : name(kind, district, random, names);
    }

    private static double degrees(double middle, Random random) {
        double value = middle + Math.clamp(random.nextGaussian(), -2, 2) * SPREAD_DEGREES / 2;
        return Math.round(value * 1e6) / 1e6;
    }

    private static <T> T pick(List<T> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }
}
