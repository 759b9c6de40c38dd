package io.nightmarket.mysql;

import io.nightmarket.mysql.adoption.DatabaseContents;
import io.nightmarket.mysql.adoption.TableShape;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.ErrorCode;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The scripts of {@code db/migration}, the first of which makes the tables of an hm-dianping site. */
final class Migrations {
    /** In a file's name: {@code V99__breaking_what_it_does.sql}. */
    private static final String BREAKING = "breaking";

    private static final String FOLDER = "db/migration";
    private static final String SITE = "1";

    /** What an entry of the history has when it is of another script than ours. */
    private static final Set<ErrorCode> OF_OTHER_SCRIPTS = Set.of(
            CoreErrorCode.DESCRIPTION_MISMATCH,
            CoreErrorCode.CHECKSUM_MISMATCH,
            CoreErrorCode.TYPE_MISMATCH,
            CoreErrorCode.APPLIED_VERSIONED_MIGRATION_NOT_RESOLVED);

    private final FluentConfiguration configuration;

    Migrations(MySqlConfig config) {
        JdbcAddress address = new JdbcAddress(config);
        this.configuration = Flyway.configure()
                .jdbcProperties(address.properties())
                .dataSource(address.url(), config.user(), config.password())
                .locations("classpath:" + FOLDER)
                .baselineVersion(SITE)
                .baselineDescription(DatabaseContents.BASELINE);
    }

    /**
     * Applies what was not yet applied to the end. Entries of scripts that failed are removed first, for what a script
     * leaves unfinished is gone on with when it is run again.
     */
    void apply() {
        Flyway flyway = configuration.load();
        var _ = flyway.repair();
        var _ = flyway.migrate();
    }

    /** Takes the tables that are there for those of the first script, and applies the others. */
    void applyAfterTheFirst() {
        var _ = configuration.baselineOnMigrate(true).load().migrate();
    }

    /**
     * What the first script may be recorded with; another program's script of that name has another. An adopted
     * database stands in for the script, and has none.
     */
    Set<Integer> firstChecksums() {
        return scripts()
                .filter(Migrations::isTheSite)
                .map(MigrationInfo::getResolvedChecksum)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /** The first migration that the database has, and that is none of ours: it was made ready by an earlier version. */
    Optional<String> earlier() {
        return configuration.load().validateWithResult().invalidMigrations.stream()
                .filter(entry -> OF_OTHER_SCRIPTS.contains(entry.errorDetails.errorCode))
                .map(entry -> entry.version)
                .findFirst();
    }

    /** The tables of an hm-dianping site, in the order in which they are made. */
    List<TableShape> site() {
        return tablesOf(scripts().filter(Migrations::isTheSite));
    }

    /** The tables that the other scripts make. */
    List<TableShape> ours() {
        return tablesOf(scripts().filter(script -> !isTheSite(script)));
    }

    /** The tables of those other scripts that were not yet applied to the end. */
    List<TableShape> unfinished() {
        return tablesOf(scripts()
                .filter(script -> !isTheSite(script))
                .filter(script ->
                        !script.getState().isApplied() || script.getState().isFailed()));
    }

    /**
     * The newest version that the database has, that this program does not know, and that it can't live with: the description of
     * such a script begins with {@value #BREAKING}. All others only add what older programs ignore.
     */
    Optional<String> newer() {
        return Arrays.stream(configuration.load().info().all())
                .filter(script -> script.getVersion() != null
                        && script.getDescription().startsWith(BREAKING)
                        && (script.getState() == MigrationState.FUTURE_SUCCESS
                                || script.getState() == MigrationState.FUTURE_FAILED))
                .map(script -> script.getVersion().getVersion())
                .reduce((_, later) -> later);
    }

    /** The newest version that this program knows. */
    String newest() {
        return scripts().map(script -> script.getVersion().getVersion()).reduce("", (_, later) -> later);
    }

    /** Those that this program has, whatever else the database knows of. */
    private Stream<MigrationInfo> scripts() {
        return Arrays.stream(configuration.load().info().all())
                .filter(script -> script.getState().isResolved());
    }

    private static List<TableShape> tablesOf(Stream<MigrationInfo> scripts) {
        return scripts.flatMap(script -> TableShape.madeBy(read(script.getScript())).stream())
                .toList();
    }

    private static boolean isTheSite(MigrationInfo script) {
        return script.getVersion() != null && SITE.equals(script.getVersion().getVersion());
    }

    private static String read(String script) {
        try (InputStream text = Objects.requireNonNull(
                Migrations.class.getClassLoader().getResourceAsStream(FOLDER + "/" + script), script)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
