package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.embedded.demo.DemoData;
import io.nightmarket.testkit.SiteDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class MySqlSchemaIT {
    private static final String DEMO = "(SELECT id FROM tb_voucher WHERE id = 1 AND title LIKE '今夜开抢%')";

    /** Which had a script for each step on the way, some forty of them. */
    @Test
    void aDatabaseOfAnEarlierVersionIsRefusedAndNotChanged() {
        try (SiteDatabase database = new SiteDatabase()) {
            MySqlConfig config = MySqlFixture.config(database);
            MySqlSchema.migrate(config);
            database.run("UPDATE flyway_schema_history SET description = 'flash sales', script = 'V2__flash_sales.sql',"
                    + " checksum = -528925560 WHERE version = '2'");
            List<String> before = database.rows("SELECT * FROM flyway_schema_history ORDER BY installed_rank");
            assertEquals(
                    "The database " + config.database() + " was made ready by an earlier Night Market (migration 2),"
                            + " whose tables this version does not take over: give this one a database of its own",
                    refusal(config));
            assertEquals(before, database.rows("SELECT * FROM flyway_schema_history ORDER BY installed_rank"));
        }
    }

    private static void addNewer(SiteDatabase database, String description) {
        database.run("INSERT INTO flyway_schema_history"
                + " SELECT 99, '99', '" + description
                + "', type, 'V99__newer.sql', checksum, installed_by, installed_on,"
                + " execution_time, success FROM flyway_schema_history WHERE version = '3'");
    }

    @Test
    void whatANewerVersionAppliedStaysApplied() {
        try (SiteDatabase database = new SiteDatabase()) {
            MySqlSchema.migrate(MySqlFixture.config(database));
            addNewer(database, "newer");
            List<String> before = database.rows("SELECT * FROM flyway_schema_history ORDER BY installed_rank");
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertEquals(before, database.rows("SELECT * FROM flyway_schema_history ORDER BY installed_rank"));
        }
    }

    @Test
    void aDatabaseOfANewerVersionThatBreaksWithThisOneIsRefusedAndNotChanged() {
        try (SiteDatabase database = new SiteDatabase()) {
            MySqlSchema.migrate(MySqlFixture.config(database));
            String newest = database.rows("SELECT MAX(CAST(version AS UNSIGNED)) FROM flyway_schema_history")
                    .getFirst();
            addNewer(database, "breaking newer");
            List<String> before = database.rows("SELECT * FROM flyway_schema_history ORDER BY installed_rank");
            MySqlConfig config = MySqlFixture.config(database);
            assertEquals(
                    "The database " + config.database()
                            + " was made ready by a newer Night Market (migration 99; this version knows " + newest
                            + "): start that version, or restore a backup of before",
                    refusal(config));
            assertEquals(before, database.rows("SELECT * FROM flyway_schema_history ORDER BY installed_rank"));
        }
    }

    private static String refusal(MySqlConfig config) {
        return String.valueOf(assertThrows(MySqlSchemaException.class, () -> MySqlSchema.migrate(config))
                .getMessage());
    }

    @Test
    void aLoginThatIsRefusedAndADatabaseThatIsMissingAreSaidWithTheirRemedy() {
        MySqlConfig config = MySqlFixture.CONFIG;
        String server = "MySQL at " + config.host() + ':' + config.port();
        assertEquals(
                server + " refuses user " + config.user() + ": check the user and the password in 'mysql',"
                        + " and whether it wants TLS ('mysql-tls')",
                refusal(at(config.uri().replaceFirst(":[^:/]*@", ":wrong@"))));
        assertEquals(
                server + " has no database nightmarket_not_there: create it, or name another in 'mysql'",
                refusal(at(config.uri().replaceFirst("/[^/]*$", "/nightmarket_not_there"))));
    }

    private static MySqlConfig at(String uri) {
        Duration second = Duration.ofSeconds(5);
        return new MySqlConfig(uri, 1, second, second, second, MySqlTls.AUTO);
    }

    @Test
    void aServerThatIsNotThereIsNamedWithoutThePassword() {
        String said = refusal(at("mysql://nm:secret-word@127.0.0.1:1/nothing"));
        assertTrue(said.startsWith("no connection to MySQL at 127.0.0.1:1: "), said);
        assertFalse(said.contains("secret-word"), said);
    }

    @Test
    void demoDataIsLoadedOnceAndItsOpenSaleStaysOpen() throws SQLException {
        try (SiteDatabase database = new SiteDatabase()) {
            MySqlConfig config = MySqlFixture.config(database);
            MySqlSchema.migrate(config);
            database.run("SET time_zone = '+00:00'");
            Instant now = Instant.now();
            loadDemoData(config, now);
            String counts = "SELECT (SELECT COUNT(*) FROM tb_shop), (SELECT COUNT(*) FROM tb_voucher)";
            List<String> loaded = database.rows(counts);
            Instant later = now.plus(Duration.ofDays(8));
            loadDemoData(config, later);
            assertEquals(loaded, database.rows(counts));
            assertEquals(List.of("1"), database.rows("SELECT COUNT(*) FROM tb_voucher WHERE id IN " + DEMO));
            String at = "'" + LocalDateTime.ofInstant(later, ZoneOffset.UTC) + "'";
            assertEquals(
                    List.of("1"),
                    database.rows("SELECT COUNT(*) FROM tb_seckill_voucher WHERE voucher_id IN " + DEMO
                            + " AND begin_time < " + at + " AND end_time > " + at));
        }
    }

    private static void loadDemoData(MySqlConfig config, Instant now) throws SQLException {
        try (Connection connection = new JdbcAddress(config).open()) {
            boolean _ = DemoData.load(connection, Clock.fixed(now, ZoneOffset.UTC));
        }
    }
}
