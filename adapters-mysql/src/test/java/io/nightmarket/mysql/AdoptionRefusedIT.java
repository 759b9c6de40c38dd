package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.SiteDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A database that is another's, or not whole, is refused in one sentence and not changed. */
class AdoptionRefusedIT {
    /** Expects a refusal that contains the text, and that nothing was changed. */
    private static void refused(SiteDatabase database, String text) {
        List<String> before = everything(database);
        String said = String.valueOf(
                assertThrows(MySqlSchemaException.class, () -> MySqlSchema.migrate(MySqlFixture.config(database)))
                        .getMessage());
        assertTrue(said.contains(text), said);
        assertTrue(said.contains(database.name()), said);
        assertEquals(1, said.lines().count(), said);
        assertEquals(before, everything(database));
    }

    private static List<String> everything(SiteDatabase database) {
        List<String> all = new ArrayList<>();
        if (database.tables().contains("flyway_schema_history")) {
            all.addAll(database.rows("SELECT * FROM flyway_schema_history"));
        }
        for (String table : database.tables()) {
            all.addAll(database.rows("SHOW CREATE TABLE " + table));
        }
        return all;
    }

    @Test
    void anEmptyDatabaseGetsAllTables() {
        try (SiteDatabase database = new SiteDatabase()) {
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertTrue(database.tables().containsAll(List.of("tb_user", "tb_sign", "flash_sale", "user_session")));
            MySqlSchema.migrate(MySqlFixture.config(database));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DROP TABLE tb_sign; ALTER TABLE tb_voucher_order DROP COLUMN refund_time, DROP COLUMN status"
                        + " | column tb_voucher_order.status, column tb_voucher_order.refund_time, table tb_sign.",
                "CREATE TABLE user_role (id INT PRIMARY KEY) | where ours would stand: user_role.",
                "ALTER TABLE tb_seckill_voucher ENGINE = MyISAM | must be InnoDB: tb_seckill_voucher."
            })
    void aSiteThatIsNotWholeOrHasATableInTheWayIsRefusedByName(String changes, String said) {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            for (String change : changes.split("; ", -1)) {
                database.run(change);
            }
            refused(database, said);
            assertFalse(database.tables().contains("flyway_schema_history"));
        }
    }

    @Test
    void otherSoftwaresTablesAreRefused() {
        try (SiteDatabase database = new SiteDatabase()) {
            database.run("CREATE TABLE invoices (id INT PRIMARY KEY)");
            refused(database, "give Night Market one of its own");
        }
    }

    /** Plants the history of a program that has applied, or tried to apply, one script. */
    private static void history(SiteDatabase database, String script, boolean success) {
        database.run("CREATE TABLE flyway_schema_history (installed_rank INT PRIMARY KEY, version VARCHAR(50),"
                + " description VARCHAR(200) NOT NULL, type VARCHAR(20) NOT NULL, script VARCHAR(1000) NOT NULL,"
                + " checksum INT, installed_by VARCHAR(100) NOT NULL,"
                + " installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, execution_time INT NOT NULL,"
                + " success BOOL NOT NULL)");
        database.run(
                "INSERT INTO flyway_schema_history VALUES (1, '1', 'schema', 'SQL', ?, 4711, 'x', NOW(), 1, ?)",
                script,
                success);
    }

    @ParameterizedTest
    @CsvSource({"V1__init.sql, true", "V1__init.sql, false", "V1__schema.sql, true", "V1__schema.sql, false"})
    void otherSoftwaresMigrationsAreRefused(String script, boolean success) {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            history(database, script, success);
            refused(database, "migrations of other software");
        }
    }

    @Test
    void whatStandsBesideABegunHistoryAndIsNotOursIsRefused() {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            history(database, "", true);
            database.run("DELETE FROM flyway_schema_history");
            database.run("DROP TABLE tb_sign");
            database.run("CREATE TABLE invoices (id INT PRIMARY KEY)");
            refused(database, "table tb_sign.");
            database.run("DROP TABLE invoices");
            database.run("ALTER TABLE tb_voucher_order DROP COLUMN status");
            refused(database, "column tb_voucher_order.status");
        }
        try (SiteDatabase database = new SiteDatabase()) {
            history(database, "", true);
            database.run("DELETE FROM flyway_schema_history");
            database.run("CREATE TABLE invoices (id INT PRIMARY KEY)");
            refused(database, "give Night Market one of its own");
        }
    }

    @Test
    void aTableInTheWayOfWhatANewerVersionAddsIsRefused() {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            MySqlSchema.migrate(MySqlFixture.config(database));
            database.run("DELETE FROM flyway_schema_history WHERE version = '5'");
            database.run("ALTER TABLE audit_event DROP COLUMN outcome");
            refused(database, "where ours would stand: audit_event.");
        }
    }
}
