package io.nightmarket.mysql.client;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.simulation.Changed;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a driver does that the server did not ask for. */
final class DatabaseTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static Vertx vertx;
    private int closed;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void close() {
        var _ = vertx.close();
    }

    private Database database(Supplier<Future<Void>> closing, Supplier<Future<?>> statement) {
        PreparedQuery<?> query = Changed.calls(PreparedQuery.class, (_, _, _) -> statement.get());
        SqlConnection connection = Changed.calls(SqlConnection.class, (_, method, _) -> {
            if ("close".equals(method.getName())) {
                closed++;
                return closing.get();
            }
            return query;
        });
        Pool pool = Changed.calls(Pool.class, (_, _, _) -> Future.succeededFuture());
        return new Database(vertx, new Random(1), pool, () -> Future.succeededFuture(connection), TIMEOUT, false);
    }

    private static Future<Void> thrown(RuntimeException failure) {
        throw failure;
    }

    /** How a pool may take a connection back. */
    static Stream<Supplier<Future<Void>>> closings() {
        return Stream.of(
                Future::succeededFuture,
                () -> Future.failedFuture("Connection released twice"),
                () -> thrown(new IllegalStateException("Promise already completed")),
                () -> thrown(new NullPointerException()),
                () -> Promise.<Void>promise().future());
    }

    @ParameterizedTest
    @MethodSource("closings")
    void theResultOfWorkStaysWhatItIsHoweverThePoolTakesTheConnectionBack(Supplier<Future<Void>> closing) {
        Database database = database(closing, Future::succeededFuture);
        assertEquals(
                "done",
                await(database.onSession(_ -> Future.succeededFuture("done")).toCompletionStage()));
        TimedOut failed = new TimedOut("as planned");
        assertEquals(
                failed,
                failureOf(database.onSession(_ -> Future.failedFuture(failed)).toCompletionStage()));
        assertEquals(2, closed);
    }

    @Test
    void aConnectionIsGivenBackWhenTheWorkThrows() {
        Database database = database(Future::succeededFuture, Future::succeededFuture);
        Function<DatabaseSession, Future<Void>> work = _ -> thrown(new IllegalArgumentException("no such status"));
        var _ = failureOf(Corrupt.class, database.onSession(work).toCompletionStage());
        assertEquals(1, closed);
    }

    @Test
    void aDriverThatThrowsLeavesTheOutcomeOfTheStatementOpen() {
        Database database =
                database(Future::succeededFuture, () -> thrown(new IllegalStateException("Promise already completed")));
        var _ = failureOf(TimedOut.class, database.answer("SELECT 1", rows -> rows));
        assertEquals(1, closed);
    }
}
