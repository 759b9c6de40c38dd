package io.nightmarket.mysql;

import io.nightmarket.domain.order.FindIdFloor;
import io.nightmarket.mysql.adoption.DatabaseContents;
import io.nightmarket.mysql.adoption.DatabaseContents.History;
import io.nightmarket.mysql.adoption.OddRows;
import io.nightmarket.mysql.adoption.SaleTakeOver;
import io.nightmarket.mysql.adoption.Verdict;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables. */
public final class MySqlSchema {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlSchema.class);

    /** Ends with the connection. The name is the server's, hence the database in it, cut to the 64 characters allowed. */
    private static final String LOCK = "SELECT GET_LOCK(CONCAT('schema-', SHA2(DATABASE(), 224)), 60)";

    private MySqlSchema() {}

    /**
     * Brings the tables to what this version needs; does nothing when they are there. An empty database gets them all.
     * The database of an hm-dianping site is adopted: its tables stay as they are, ours are added, its flash sales are
     * taken over ({@link SaleTakeOver}), and rows that break our rules are named in one warning and left alone. Any
     * other database is refused and not changed. Blocks. Several nodes may call it at once: one does the work, the
     * others wait for it.
     *
     * @throws MySqlSchemaException when the server can't be reached or refuses, or the database is another's
     */
    public static void migrate(MySqlConfig config) {
        migrate(config, Clock.systemUTC());
    }

    static void migrate(MySqlConfig config, Clock clock) {
        try (Connection connection = new JdbcAddress(config).open()) {
            lock(connection);
            DatabaseContents found = DatabaseContents.read(connection);
            Migrations migrations = new Migrations(config);
            switch (verdict(found, migrations)) {
                case Verdict.Migrate() -> migrations.apply();
                case Verdict.Adopt() -> migrations.applyAfterTheFirst();
                case Verdict.Refuse(String reason) -> throw new MySqlSchemaException(reason);
            }
            takeOver(connection, found, clock.instant());
        } catch (SQLException | FlywayException e) {
            throw new MySqlSchemaException(
                    "The tables could not be made ready with " + config + ": " + firstLine(e), e);
        }
    }

    private static Verdict verdict(DatabaseContents found, Migrations migrations) {
        return switch (found.history()) {
            case OURS -> new Verdict.Migrate();
            case FOREIGN -> Verdict.foreign(found);
            case NONE ->
                found.tables().isEmpty()
                        ? new Verdict.Migrate()
                        : Verdict.onTables(found, migrations.site(), migrations.ours());
        };
    }

    private static void lock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(LOCK)) {
            if (!answer.next() || answer.getInt(1) != 1) {
                throw new SQLException("another node has been at it for a minute");
            }
        }
    }

    /** Once a sale: later starts find nothing to take over, and say nothing. */
    private static void takeOver(Connection connection, DatabaseContents found, Instant now) throws SQLException {
        SaleTakeOver.Taken taken = SaleTakeOver.run(connection);
        boolean adopted = found.history() == History.NONE && !found.tables().isEmpty();
        if (!adopted && taken.sales() == 0) {
            return;
        }
        LOG.info(
                "Adopted the database {}: {} flash sales taken over, with the claims of {} buyers",
                found.name(),
                taken.sales(),
                taken.claims());
        OddRows.describe(connection, FindIdFloor.ceiling(now).value())
                .ifPresent(odd -> LOG.warn("The database {} holds rows left as they are: {}", found.name(), odd));
    }

    private static String firstLine(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).strip().lines().findFirst().orElse("no reason given");
    }
}
