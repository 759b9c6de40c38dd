package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A database that is another's, or not whole, is refused in one sentence and not changed. */
class AdoptionRefusedIT {
    /** Expects a refusal that contains the text, and that nothing was changed. */
    private static void refused(SiteDatabase database, String text) {
        List<String> before = everything(database);
        String said =
                String.valueOf(assertThrows(MySqlSchemaException.class, () -> MySqlSchema.migrate(database.config()))
                        .getMessage());
        assertTrue(said.contains(text), said);
        assertTrue(said.contains(database.name()), said);
        assertEquals(1, said.lines().count(), said);
        assertEquals(before, everything(database));
    }

    private static List<String> everything(SiteDatabase database) {
        List<String> all = new ArrayList<>();
        for (String table : database.tables()) {
            all.addAll(database.rows("SHOW CREATE TABLE " + table));
        }
        return all;
    }

    @Test
    void anEmptyDatabaseGetsAllTables() {
        try (SiteDatabase database = new SiteDatabase()) {
            MySqlSchema.migrate(database.config());
            assertTrue(database.tables().containsAll(List.of("tb_user", "tb_sign", "flash_sale", "user_session")));
            MySqlSchema.migrate(database.config());
        }
    }

    @Test
    void halfASiteIsRefusedAndWhatIsMissingIsNamed() {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            database.run("DROP TABLE tb_sign");
            database.run("ALTER TABLE tb_voucher_order DROP COLUMN refund_time, DROP COLUMN status");
            refused(database, "column tb_voucher_order.status, column tb_voucher_order.refund_time, table tb_sign.");
        }
    }

    @Test
    void otherSoftwaresTablesAreRefused() {
        try (SiteDatabase database = new SiteDatabase()) {
            database.run("CREATE TABLE invoices (id INT PRIMARY KEY)");
            refused(database, "give Night Market one of its own");
        }
    }

    @Test
    void otherSoftwaresMigrationsAreRefused() {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            database.run("CREATE TABLE flyway_schema_history (installed_rank INT PRIMARY KEY, version VARCHAR(50),"
                    + " description VARCHAR(200), type VARCHAR(20), script VARCHAR(1000))");
            database.run("INSERT INTO flyway_schema_history VALUES (1, '1', 'init', 'SQL', 'V1__init.sql')");
            refused(database, "migrations of other software");
        }
    }

    @Test
    void aTableInTheWayOfOursIsRefused() {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            database.run("CREATE TABLE user_role (id INT PRIMARY KEY)");
            refused(database, "where ours would stand: user_role.");
        }
    }

    @Test
    void tablesWithoutTransactionsAreRefused() {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            database.run("ALTER TABLE tb_seckill_voucher ENGINE = MyISAM");
            refused(database, "must be InnoDB: tb_seckill_voucher.");
            assertFalse(database.tables().contains("flyway_schema_history"));
        }
    }
}
