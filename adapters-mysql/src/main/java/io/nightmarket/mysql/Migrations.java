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
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The scripts of {@code db/migration}, the first of which makes the tables of an hm-dianping site. */
final class Migrations {
    private static final String FOLDER = "db/migration";
    private static final String SITE = "1";

    private final FluentConfiguration configuration;

    Migrations(MySqlConfig config) {
        this.configuration = Flyway.configure()
                .dataSource(new JdbcAddress(config).url(), config.user(), config.password())
                .locations("classpath:" + FOLDER)
                .baselineVersion(SITE)
                .baselineDescription(DatabaseContents.BASELINE);
    }

    void apply() {
        var _ = configuration.load().migrate();
    }

    /** Takes the tables that are there for those of the first script, and applies the others. */
    void applyAfterTheFirst() {
        var _ = configuration.baselineOnMigrate(true).load().migrate();
    }

    /** The tables of an hm-dianping site. */
    List<TableShape> site() {
        return shapes(true);
    }

    /** The tables that the other scripts make. */
    List<TableShape> ours() {
        return shapes(false);
    }

    private List<TableShape> shapes(boolean ofTheSite) {
        return Arrays.stream(configuration.load().info().all())
                .filter(script -> isTheSite(script) == ofTheSite)
                .flatMap(script -> TableShape.madeBy(read(script.getScript())).stream())
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
