package io.nightmarket.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A database of its own on the test server, which goes with the test. */
public final class SiteDatabase implements AutoCloseable {
    /** Ids count from here, and meet no other test's in Redis. */
    public final long base = ThreadLocalRandom.current().nextLong(1_000_000L, 8_000_000_000L) * 1_000_000L;

    private final String name = "nightmarket_adopt_" + base / 1_000_000L;
    private final Connection connection;

    /** An empty one. */
    public SiteDatabase() {
        try {
            this.connection = Jdbc.open(TestServers.mysqlUri());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        run("SET sql_mode = ''");
        run("CREATE DATABASE " + name + " CHARACTER SET utf8mb4");
        run("USE " + name);
    }

    /** One with an hm-dianping site's tables: as V1 has them, but with the widths and defaults of that site's dump. */
    public static SiteDatabase ofASite() {
        SiteDatabase database = new SiteDatabase();
        for (String table : firstScript().split(";", -1)) {
            if (table.contains("CREATE TABLE")) {
                database.run(asDumped(table));
            }
        }
        return database;
    }

    private static String asDumped(String table) {
        return table.replace(
                        "score       INT UNSIGNED    NOT NULL DEFAULT 0", "score int(2) UNSIGNED ZEROFILL NOT NULL")
                .replaceAll(
                        "(sold|comments) +INT UNSIGNED +NOT NULL DEFAULT 0", "$1 int(10) UNSIGNED ZEROFILL NOT NULL")
                .replaceAll(
                        "(begin|end)_time +TIMESTAMP +NOT NULL DEFAULT CURRENT_TIMESTAMP",
                        "$1_time timestamp NOT NULL DEFAULT '0000-00-00 00:00:00'")
                .replace("BIGINT UNSIGNED", "bigint(20) UNSIGNED")
                .replace("TINYINT UNSIGNED", "tinyint(1) UNSIGNED")
                .replaceAll("([a-z]) +INT ", "$1 int(8) ");
    }

    private static String firstScript() {
        try (InputStream script = Objects.requireNonNull(
                SiteDatabase.class.getClassLoader().getResourceAsStream("db/migration/V1__schema.sql"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The database's address. */
    public String uri() {
        return TestServers.mysqlUri().replaceFirst("/[^/]+$", "/" + name);
    }

    public String name() {
        return name;
    }

    /** Runs a statement. */
    public void run(String sql, @Nullable Object... values) {
        try {
            Jdbc.run(connection, sql, values);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** Every column of every row, as one text a row. */
    public List<String> rows(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    var _ = row.append(i > 1 ? "|" : "").append(rows.getString(i));
                }
                all.add(row.toString());
            }
            return all;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** The names of the tables. */
    public List<String> tables() {
        return rows("SELECT table_name FROM information_schema.tables WHERE table_schema = '" + name
                + "' ORDER BY table_name");
    }

    @Override
    public void close() {
        try (connection) {
            run("DROP DATABASE " + name);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
