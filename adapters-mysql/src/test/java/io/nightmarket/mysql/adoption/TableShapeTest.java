package io.nightmarket.mysql.adoption;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TableShapeTest {
    private static String script(String name) throws IOException {
        try (InputStream text = Objects.requireNonNull(
                TableShape.class.getClassLoader().getResourceAsStream("db/migration/" + name), name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> otherScripts() throws IOException {
        try (Stream<Path> scripts = Files.list(Path.of("src/main/resources/db/migration"))) {
            return scripts.map(script -> script.getFileName().toString())
                    .filter(name -> !name.startsWith("V1__"))
                    .toList();
        }
    }

    @Test
    void theFirstScriptMakesTheTablesOfASite() throws IOException {
        List<TableShape> site = TableShape.madeBy(script("V1__schema.sql"));
        assertEquals(
                List.of(
                        "tb_user",
                        "tb_user_info",
                        "tb_shop_type",
                        "tb_shop",
                        "tb_voucher",
                        "tb_seckill_voucher",
                        "tb_voucher_order",
                        "tb_blog",
                        "tb_blog_comments",
                        "tb_follow",
                        "tb_sign"),
                site.stream().map(TableShape::name).toList());
        assertEquals(
                List.of(
                        "id",
                        "user_id",
                        "voucher_id",
                        "pay_type",
                        "status",
                        "create_time",
                        "pay_time",
                        "use_time",
                        "refund_time",
                        "update_time"),
                site.get(6).columns());
    }

    @Test
    void everyTableOfTheOtherScriptsIsSeen() throws IOException {
        for (String name : otherScripts()) {
            String script = script(name);
            List<TableShape> tables = TableShape.madeBy(script);
            assertEquals(script.split("CREATE TABLE IF NOT EXISTS \\w+ \\(", -1).length - 1, tables.size(), name);
            assertTrue(tables.stream().noneMatch(table -> table.columns().isEmpty()), name);
            assertFalse(tables.stream().anyMatch(table -> table.name().startsWith("tb_")), name);
        }
    }
}
