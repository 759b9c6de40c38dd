package io.nightmarket.mysql;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.order.FindIdFloor;
import io.nightmarket.mysql.adoption.AdoptionAnomalies;
import io.nightmarket.mysql.adoption.AdoptionDecision;
import io.nightmarket.mysql.adoption.DatabaseContents;
import io.nightmarket.mysql.adoption.SaleTakeOver;
import io.nightmarket.mysql.client.MySqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables. */
public final class MySqlSchema {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlSchema.class);

    /** The server's number of this failure. */
    private static final int NO_SUCH_TABLE = 1146;

    private MySqlSchema() {}

    /**
     * Brings the tables to what this version needs; does nothing when they are there. An empty database gets them all.
     * The database of an hm-dianping site is adopted: its tables stay as they are, ours are added, its flash sales are
     * taken over ({@link SaleTakeOver}), and rows that break our rules are named in one warning and left alone. Any
     * other database is refused and not changed, and so is one with tables of an earlier version, or with newer ones that
     * this version can't use. The next call makes good what was cut off anywhere. Blocks. Several nodes may call it at
     * once: one does the work, the others wait for it, nine minutes at most.
     *
     * @throws MySqlSchemaException when the server can't be reached or refuses, the database is another's, or another
     *     node takes longer; what that one did stays
     */
    public static void migrate(MySqlConfig config) {
        migrate(config, Clock.systemUTC());
    }

    /** Whether a call failed because a table is missing: no node of this version has run on the database. */
    public static boolean isMissing(DomainFailure failure) {
        return MySqlFailures.code(failure) == NO_SUCH_TABLE;
    }

    static void migrate(MySqlConfig config, Clock clock) {
        try (Connection connection = new JdbcAddress(config).open()) {
            SchemaLock.take(connection, SchemaLock.WAIT);
            Migrations migrations = new Migrations(config);
            DatabaseContents found = DatabaseContents.read(connection, migrations.firstChecksums());
            refuseOtherVersions(found, migrations);
            AdoptionDecision decision = decision(found, migrations);
            switch (decision) {
                case AdoptionDecision.Migrate() -> migrations.apply();
                case AdoptionDecision.Adopt() -> {
                    found.forgetBegunHistory(connection);
                    migrations.applyAfterTheFirst();
                }
                case AdoptionDecision.Refuse(String reason) -> throw new MySqlSchemaException(reason);
            }
            takeOver(connection, found.name(), decision instanceof AdoptionDecision.Adopt, clock.instant());
        } catch (SQLException | FlywayException e) {
            throw new MySqlSchemaException(StartFailures.describe(e, config), e);
        }
    }

    private static void refuseOtherVersions(DatabaseContents found, Migrations migrations) {
        if (found.history() == DatabaseContents.History.OURS) {
            migrations.earlier().ifPresent(earlier -> {
                throw new MySqlSchemaException("The database " + found.name()
                        + " was made ready by an earlier Night Market (migration " + earlier
                        + "), whose tables this version does not take over: give this one a database of its own");
            });
            migrations.newer().ifPresent(newer -> {
                throw new MySqlSchemaException("The database " + found.name()
                        + " was made ready by a newer Night Market (migration " + newer + "; this version knows "
                        + migrations.newest() + "): start that version, or restore a backup of before");
            });
        }
    }

    private static AdoptionDecision decision(DatabaseContents found, Migrations migrations) {
        return switch (found.history()) {
            case OURS -> AdoptionDecision.onOurs(found, migrations.unfinished());
            case FOREIGN -> AdoptionDecision.foreign(found);
            case NONE, BEGUN -> AdoptionDecision.onTables(found, migrations.site(), migrations.ours());
        };
    }

    /** Once a sale: later starts find nothing to take over, and say nothing. */
    private static void takeOver(Connection connection, String database, boolean adopted, Instant now)
            throws SQLException {
        SaleTakeOver.Taken taken = SaleTakeOver.run(connection);
        if (!adopted && taken.sales() == 0) {
            return;
        }
        LOG.info(
                "Adopted the database {}: {} flash sales taken over, with the claims of {} buyers",
                database,
                taken.sales(),
                taken.claims());
        AdoptionAnomalies.describe(connection, FindIdFloor.ceiling(now).value())
                .ifPresent(odd -> LOG.warn("The database {} holds rows left as they are: {}", database, odd));
    }
}
