package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.testkit.SiteDatabase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;

/** A database of a test's own, and a pool of one connection to it. */
final class OneConnection implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    final SiteDatabase site;
    final Database database;
    private final Vertx vertx = Vertx.vertx();

    OneConnection(SiteDatabase site) {
        this.site = site;
        MySqlConfig config = new MySqlConfig(site.uri(), 1, TIMEOUT, TIMEOUT, TIMEOUT, MySqlTls.AUTO);
        this.database = new Databases(vertx, config).shared();
    }

    /** To a database whose tables are made ready. */
    static OneConnection migrated(SiteDatabase site) {
        MySqlSchema.migrate(MySqlFixture.config(site));
        return new OneConnection(site);
    }

    /** The outcome of work for which the server reads fewer rows than these. */
    <T> T readingFewerThan(long rows, Supplier<T> work) {
        long before = rowsRead();
        T result = work.get();
        long read = rowsRead() - before;
        assertTrue(read < rows, () -> read + " rows were read");
        return result;
    }

    long rowsRead() {
        return await(database.answer(
                "SHOW SESSION STATUS LIKE 'Handler_read%'",
                rows -> Rows.all(rows, row -> Columns.text(row, "Value")).stream()
                        .mapToLong(Long::parseLong)
                        .sum()));
    }

    @Override
    public void close() {
        await(database.close().toCompletionStage());
        await(vertx.close().toCompletionStage());
        site.close();
    }
}
