package io.nightmarket.embedded.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** An admin, a merchant and some shoppers; they log in by their phones like all users. */
final class DemoPeople {
    static final int ADMIN = 1;
    static final int MERCHANT = 2;
    static final int FIRST_SHOPPER = 3;
    static final List<String> SHOPPERS = List.of("西湖小鱼", "爱吃面的阿杰", "周末去哪儿", "糖桂花", "运河边的猫", "早八人", "夜宵研究员", "莫干山樵夫");

    private static final long FIRST_PHONE = 13_800_000_000L;
    private static final int SHOPS_OF_MERCHANT = 20;

    private DemoPeople() {}

    static void load(Connection connection) throws SQLException {
        try (Batch users =
                        new Batch(connection, "INSERT INTO tb_user (id, phone, nick_name, icon) VALUES (?, ?, ?, ?)");
                Batch infos = new Batch(
                        connection,
                        "INSERT INTO tb_user_info (user_id, city, introduce, gender) VALUES (?, '杭州', ?, ?)")) {
            users.add(ADMIN, phone(ADMIN), "夜市管理员", "");
            users.add(MERCHANT, phone(MERCHANT), "湖滨掌柜", "");
            for (int i = 0; i < SHOPPERS.size(); i++) {
                int id = FIRST_SHOPPER + i;
                users.add(id, phone(id), SHOPPERS.get(i), "/imgs/icons/shopper-" + (i + 1) + ".jpg");
                infos.add(id, "走街串巷，只写自己吃过玩过的。", i % 2);
            }
        }
        try (Batch roles = new Batch(connection, "INSERT INTO user_role (user_id, role) VALUES (?, ?)")) {
            roles.add(ADMIN, "ADMIN");
            roles.add(MERCHANT, "MERCHANT");
        }
        try (Batch owners = new Batch(connection, "INSERT INTO merchant_shop (shop_id, user_id) VALUES (?, ?)")) {
            for (int shop = 1; shop <= SHOPS_OF_MERCHANT; shop++) {
                owners.add(shop, MERCHANT);
            }
        }
    }

    private static String phone(int user) {
        return String.valueOf(FIRST_PHONE + user - 1);
    }
}
