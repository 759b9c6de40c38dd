package io.nightmarket.mysql.shop;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;

/** The pairs of adjacent characters (grams) of the names of shops, in shop_name_gram, as V8 filled it. */
final class ShopNameIndex {
    private static final int GRAMS_OF_A_NAME = 127;

    private static final String POSITIONS = "(WITH RECURSIVE positions (n) AS (SELECT 1 UNION ALL"
            + " SELECT n + 1 FROM positions WHERE n < " + GRAMS_OF_A_NAME + ") SELECT n FROM positions) AS positions";

    private static final String DELETE = "DELETE FROM shop_name_gram WHERE shop_id = ?";

    /** A name may have a gram twice. */
    private static final String INSERT_MISSING = "INSERT INTO shop_name_gram (gram, shop_id) SELECT "
            + gram("name", "n") + ", id FROM tb_shop JOIN " + POSITIONS + " ON n < CHAR_LENGTH(name)"
            + " LEFT JOIN shop_name_gram AS known ON known.gram = " + gram("name", "n") + " AND known.shop_id = id"
            + " WHERE known.shop_id IS NULL AND id BETWEEN ? AND ?"
            + " ON DUPLICATE KEY UPDATE gram = shop_name_gram.gram";

    private ShopNameIndex() {}

    /**
     * A text in small letters that is compared by characters, whatever the collation of the table, which may take all
     * characters beyond the basic plane for one.
     */
    static String folded(String text) {
        return "LOWER(CONVERT(" + text + " USING utf8mb4) COLLATE utf8mb4_general_ci) COLLATE utf8mb4_bin";
    }

    /** The gram of a text at this position, from 1 on. */
    static String gram(String text, String position) {
        return "SUBSTRING(" + folded(text) + ", " + position + ", 2)";
    }

    /** Adds the missing grams of shops from the first to the last id. */
    static Future<?> add(DatabaseSession session, long first, long last) {
        return session.run(INSERT_MISSING, first, last);
    }

    static Future<?> replace(DatabaseSession session, ShopId shop) {
        return session.run(DELETE, shop.value()).compose(_ -> add(session, shop.value(), shop.value()));
    }
}
