package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.testkit.Checkout;
import io.nightmarket.testkit.OldSite;
import io.nightmarket.testkit.SiteDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A start that was stopped after any statement is made good by the next: all ends as if it had not been stopped. The
 * full suite stops it everywhere, the fast one at a few places chosen by a seed, which is printed;
 * {@code -Dinterruption.seed=S} chooses the same ones again.
 */
class InterruptedStartIT {
    private static final String HISTORY = "flyway_schema_history";
    private static final Path FOLDER = Checkout.root().resolve("adapters-mysql/src/main/resources/db/migration");
    private static final Pattern SCRIPT = Pattern.compile("V(\\d+)__\\w+\\.sql");

    /** Every migration script, by version. */
    private static final List<String> SCRIPTS = scripts();

    private static final long SEED = Long.getLong("interruption.seed", new SecureRandom().nextLong());

    /** How many stops of each kind of database. */
    private static final int STOPS = Suite.pick(2, Integer.MAX_VALUE);

    private static SiteDatabase made;
    private static OldSite site;
    private static SiteDatabase adopted;

    /** What was written of the script at hand. */
    enum Entry {
        /** The process was killed. */
        NONE,
        /** The statement failed, and the process could still say so. */
        FAILED,
        /** The process was killed after it had said that all was done. */
        DONE
    }

    /**
     * Where it was stopped.
     *
     * @param script how many scripts were done before
     * @param statements how many of the next one's were
     * @param entry what was written of that one
     */
    record Point(int script, int statements, Entry entry) {}

    @BeforeAll
    static void withoutAStop() {
        made = new SiteDatabase();
        MySqlSchema.migrate(MySqlFixture.config(made));
        site = new OldSite(Instant.now());
        adopted = copyOfTheSite();
        MySqlSchema.migrate(MySqlFixture.config(adopted));
        assertFalse(sales(adopted).contains(List.of()));
    }

    @AfterAll
    static void drop() {
        made.close();
        adopted.close();
        site.database.close();
    }

    static Stream<Point> inAnEmptyDatabase() {
        return chosen(pointsFrom(0));
    }

    static Stream<Point> inASite() {
        return chosen(pointsFrom(1));
    }

    private static Stream<Point> chosen(Stream<Point> points) {
        List<Point> all = new ArrayList<>(points.toList());
        if (all.size() <= STOPS) {
            return all.stream();
        }
        System.out.println(
                "Starts are stopped at " + STOPS + " of " + all.size() + " points: -Dinterruption.seed=" + SEED);
        Collections.shuffle(all, new Random(SEED));
        return all.stream().limit(STOPS);
    }

    /** A script in another folder, or with a name that is read otherwise here, would not be interrupted. */
    @Test
    void everyScriptThatIsAppliedIsInterrupted() {
        assertEquals(SCRIPTS, made.rows("SELECT script FROM " + HISTORY + " ORDER BY installed_rank"));
    }

    private static Stream<Point> pointsFrom(int first) {
        return IntStream.range(first, SCRIPTS.size()).boxed().flatMap(script -> {
            int all = statements(script).size();
            Stream<Point> stopped = IntStream.rangeClosed(0, all)
                    .boxed()
                    .flatMap(done ->
                            Stream.of(new Point(script, done, Entry.NONE), new Point(script, done, Entry.FAILED)));
            return Stream.concat(stopped, Stream.of(new Point(script, all, Entry.DONE)));
        });
    }

    @ParameterizedTest
    @MethodSource("inAnEmptyDatabase")
    void anEmptyDatabaseGetsAllTablesAllTheSame(Point point) {
        try (SiteDatabase database = new SiteDatabase()) {
            stopAt(database, made, point);
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertEquals(tables(made), tables(database));
            assertEquals(applied(made), applied(database));
        }
    }

    @ParameterizedTest
    @MethodSource("inASite")
    void aSiteIsAdoptedAllTheSame(Point point) {
        try (SiteDatabase database = copyOfTheSite()) {
            stopAt(database, adopted, point);
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertAdopted(database);
        }
    }

    @Test
    @Tag("interruption")
    void aSiteIsAdoptedWhenOnlyTheTableOfTheHistoryIsThere() {
        try (SiteDatabase database = copyOfTheSite()) {
            history(database, adopted, 0);
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertAdopted(database);
        }
    }

    @Test
    @Tag("interruption")
    void aSiteIsAdoptedAfterItsTablesWereTakenForHalfMadeOnes() {
        try (SiteDatabase database = copyOfTheSite()) {
            stopAt(database, made, new Point(0, 0, Entry.FAILED));
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertAdopted(database);
        }
    }

    @Test
    void aTakeOverCutOffBeforeItsEndIsDoneAgain() throws SQLException {
        try (SiteDatabase database = copyOfTheSite();
                Connection connection = new JdbcAddress(MySqlFixture.config(database)).open();
                Statement statement = connection.createStatement()) {
            stopAt(database, adopted, new Point(2, statements(2).size(), Entry.DONE));
            connection.setAutoCommit(false);
            var _ = statement.executeUpdate("INSERT INTO order_claim (voucher_id, user_id, order_id) VALUES ("
                    + site.saleOn + ", " + site.user(0) + ", 1)");
            connection.abort(Runnable::run);
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertAdopted(database);
        }
    }

    @Test
    void salesTakenOverAreNotTakenOverAgain() {
        try (SiteDatabase database = copyOfTheSite()) {
            MySqlSchema.migrate(MySqlFixture.config(database));
            database.run("DELETE FROM flash_sale WHERE voucher_id <> ?", site.saleOn);
            database.run("DELETE FROM order_claim WHERE voucher_id <> ?", site.saleOn);
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertAdopted(database);
            MySqlSchema.migrate(MySqlFixture.config(database));
            assertAdopted(database);
        }
    }

    private static void assertAdopted(SiteDatabase database) {
        assertEquals(tables(adopted), tables(database));
        assertEquals(applied(adopted), applied(database));
        assertEquals(List.of("BASELINE"), database.rows("SELECT type FROM " + HISTORY + " WHERE version = '1'"));
        assertEquals(sales(adopted), sales(database));
        assertEquals(oldRows(site.database), oldRows(database));
    }

    /** Leaves what a start leaves that was stopped there, of which the reference shows how it would have ended. */
    private static void stopAt(SiteDatabase database, SiteDatabase reference, Point point) {
        history(database, reference, point.script());
        for (int script = 0; script <= point.script(); script++) {
            List<String> statements = statements(script);
            boolean siteIsThere = script == 0 && database.tables().contains("tb_user");
            int done = script < point.script() ? statements.size() : point.statements();
            statements.subList(0, siteIsThere ? 0 : done).forEach(database::run);
        }
        if (point.entry() != Entry.NONE) {
            database.run(
                    "INSERT INTO " + HISTORY + " SELECT * FROM " + reference.name() + "." + HISTORY
                            + " WHERE installed_rank = ?",
                    point.script() + 1);
        }
        if (point.entry() == Entry.FAILED) {
            database.run("UPDATE " + HISTORY + " SET success = 0 WHERE installed_rank = ?", point.script() + 1);
        }
    }

    private static void history(SiteDatabase database, SiteDatabase reference, int entries) {
        String from = reference.name() + "." + HISTORY;
        database.run("CREATE TABLE " + HISTORY + " LIKE " + from);
        database.run("INSERT INTO " + HISTORY + " SELECT * FROM " + from + " WHERE installed_rank <= ?", entries);
    }

    private static SiteDatabase copyOfTheSite() {
        SiteDatabase copy = new SiteDatabase();
        for (String table : site.database.tables()) {
            String from = site.database.name() + "." + table;
            copy.run("CREATE TABLE " + table + " LIKE " + from);
            copy.run("INSERT INTO " + table + " SELECT * FROM " + from);
        }
        return copy;
    }

    private static List<String> tables(SiteDatabase database) {
        return database.tables().stream()
                .filter(table -> !table.equals(HISTORY))
                .flatMap(table -> database.rows("SHOW CREATE TABLE " + table).stream())
                .map(table -> table.replaceAll(" AUTO_INCREMENT=\\d+", ""))
                .toList();
    }

    private static List<String> applied(SiteDatabase database) {
        return database.rows("SELECT version, success FROM " + HISTORY + " ORDER BY version");
    }

    private static List<List<String>> sales(SiteDatabase database) {
        return List.of(
                database.rows("SELECT * FROM flash_sale ORDER BY voucher_id"),
                database.rows("SELECT * FROM order_claim ORDER BY voucher_id, user_id"));
    }

    private static List<List<String>> oldRows(SiteDatabase database) {
        List<List<String>> all = new ArrayList<>();
        site.database.tables().forEach(table -> all.add(database.rows("SELECT * FROM " + table + " ORDER BY 1")));
        return all;
    }

    private static List<String> statements(int script) {
        return Arrays.stream(read(SCRIPTS.get(script)).split(";\\R", -1))
                .filter(statement -> !statement.isBlank())
                .toList();
    }

    private static List<String> scripts() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .sorted(Comparator.comparingInt(InterruptedStartIT::version))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int version(String script) {
        Matcher name = SCRIPT.matcher(script);
        if (!name.matches()) {
            throw new IllegalStateException("no versioned script: " + script);
        }
        return Integer.parseInt(name.group(1));
    }

    private static String read(String script) {
        try {
            return Files.readString(FOLDER.resolve(script));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
