package io.nightmarket.mysql;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The tables. */
public final class MySqlSchema {
    private MySqlSchema() {}

    /**
     * Brings the tables to what this version needs; does nothing when they are there. Blocks. Several nodes may call it
     * at once: one does the work, the others wait for it.
     *
     * @throws MySqlSchemaException when the server can't be reached or refuses
     */
    public static void migrate(MySqlConfig config) {
        try {
            var _ = Flyway.configure()
                    .dataSource(new JdbcAddress(config).url(), config.user(), config.password())
                    .locations("classpath:db/migration")
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new MySqlSchemaException(
                    "The tables could not be made ready with " + config + ": " + firstLine(e), e);
        }
    }

    private static String firstLine(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).strip().lines().findFirst().orElse("no reason given");
    }
}
