package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.mysql.shop.MySqlShops;
import io.nightmarket.testkit.SiteDatabase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for shops by name in a database that was adopted, on one connection. */
final class MySqlShopSearchIT {
    /** More than one search looks at. */
    private static final int MANY = 12_000;

    private static final String DIGIT = "(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4"
            + " UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)";

    @AutoClose
    private final OneConnection connection = new OneConnection(SiteDatabase.ofASite());

    private final SiteDatabase site = connection.site;
    private final ShopRepository shops = new MySqlShops(connection.database);

    private void migrate() {
        MySqlSchema.migrate(MySqlFixture.config(site));
    }

    private void add(long id, String name) {
        site.run(
                "INSERT INTO tb_shop (id, name, type_id, images, address, x, y, sold, comments, score)"
                        + " VALUES (?, ?, 1, '', '', 0, 0, 0, 0, 0)",
                id,
                name);
    }

    private List<Long> named(String part, long offset) {
        return await(shops.pageByName(Optional.of(part), offset, 10)).stream()
                .map(ShopId::value)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4 COLLATE utf8mb4_bin", "utf8mb4 COLLATE utf8mb4_unicode_ci", "utf8mb3", "gbk"})
    void shopsOfASiteAreFoundWhateverItsCollation(String characterSet) {
        site.run("ALTER TABLE tb_shop CONVERT TO CHARACTER SET " + characterSet);
        add(1, "老街面馆 Noodles");
        add(2, "新街面馆");
        migrate();
        add(3, "老街火锅 NOODLES");
        assertEquals(3, await(shops.indexNames(0, 500)));

        assertEquals(List.of(1L, 2L), named("面馆", 0));
        assertEquals(List.of(1L, 3L), named("noOdles", 0));
        assertEquals(List.of(1L), named("馆 NOODLES", 0));
    }

    @Test
    void whatASearchReadsDoesNotGrowWithTheNumberOfShops() {
        addMany(0);
        add(2 * MANY + 1, "夜市小馆");
        migrate();
        List<Long> few = reads();
        addMany(MANY);
        for (long last = MANY; last < 2 * MANY; ) {
            last = await(shops.indexNames(last, 3_000));
        }
        assertEquals(
                2 * MANY,
                site.rows("SELECT shop_id FROM shop_name_gram WHERE gram = '火锅'")
                        .size());
        List<Long> twiceAsMany = reads();

        assertEquals(few, twiceAsMany);
        assertTrue(few.getLast() < 1_000, few::toString);
    }

    /** Ten thousand of which are looked at where every pair of the word is common and no name has the word. */
    private List<Long> reads() {
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L), named("火锅", 0));
        assertEquals(List.of(991L, 992L, 993L, 994L, 995L, 996L, 997L, 998L, 999L, 1000L), named("锅火火", 990));
        assertEquals(List.of(), named("锅火锅", 0));
        assertEquals(List.of(2L * MANY + 1), named("夜市小馆", 0));
        return Stream.of("火锅", "锅火火", "锅火锅", "夜市小馆").map(this::readsOf).toList();
    }

    /** Rows that the server reads for the last page of the word. */
    private long readsOf(String word) {
        long before = connection.rowsRead();
        assertTrue(named(word, ShopRepository.MAX_NAMED - 10).size() <= 10);
        return connection.rowsRead() - before;
    }

    private void addMany(int after) {
        site.run("INSERT INTO tb_shop (id, name, type_id, images, address, x, y, sold, comments, score)"
                + " SELECT n, CONCAT('火锅火火', n), 1, '', '', 0, 0, 0, 0, 0 FROM (SELECT " + after
                + " + 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n FROM " + DIGIT + " a, " + DIGIT
                + " b, " + DIGIT + " c, " + DIGIT + " e, " + DIGIT + " f) AS numbers WHERE n <= " + (after + MANY));
    }
}
