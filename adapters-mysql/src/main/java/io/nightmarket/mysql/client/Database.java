package io.nightmarket.mysql.client;

import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pool of connections. A call that gets none in time fails with {@code Unavailable}, and with it the calls that
 * find too many waiting.
 */
public final class Database {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    private static final int TRIES = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private final Vertx vertx;
    private final Backoff backoff;
    private final Pool pool;
    private final Supplier<Future<SqlConnection>> connections;
    private final Duration timeout;
    private final boolean begins;

    /**
     * Over a pool, which is closed with this.
     *
     * @param connections gives connections of the pool
     * @param begins whether the sessions begin transactions by themselves
     */
    Database(
            Vertx vertx,
            RandomGenerator random,
            Pool pool,
            Supplier<Future<SqlConnection>> connections,
            Duration timeout,
            boolean begins) {
        this.vertx = vertx;
        this.backoff = new Backoff(random, FIRST_PAUSE, LONGEST_PAUSE);
        this.pool = pool;
        this.connections = connections;
        this.timeout = timeout;
        this.begins = begins;
    }

    /** Runs one statement and reads its answer. */
    public <T> Future<T> run(String sql, Function<RowSet<Row>, T> reader, @Nullable Object... values) {
        return onSession(session -> session.run(sql, values).map(reader));
    }

    /** As {@link #run}, for a port. */
    public <T> CompletionStage<T> answer(String sql, Function<RowSet<Row>, T> reader, @Nullable Object... values) {
        return run(sql, reader, values).toCompletionStage();
    }

    /** Runs one statement whose answer says nothing, for a port. */
    public CompletionStage<Void> write(String sql, @Nullable Object... values) {
        return run(sql, rows -> rows, values).<Void>mapEmpty().toCompletionStage();
    }

    /** As {@link #onSession}, for a port. */
    public <T> CompletionStage<T> answer(Function<DatabaseSession, Future<T>> work) {
        return onSession(work).toCompletionStage();
    }

    /** As {@link #inTransactionWithoutGapLocks}, for a port. */
    public <T> CompletionStage<T> answerInTransaction(Function<DatabaseSession, Future<T>> work) {
        return inTransactionWithoutGapLocks(work).toCompletionStage();
    }

    /** Runs the work on one connection, which is given back however the work ended; the result does not wait for that. */
    public <T> Future<T> onSession(Function<DatabaseSession, Future<T>> work) {
        return session()
                .compose(session -> Future.succeededFuture(session)
                        .compose(work)
                        .recover(Database::readingFailed)
                        .onComplete(_ -> session.close()
                                .onFailure(failure -> LOG.debug(
                                        "A connection to MySQL could not be given back to its pool", failure))));
    }

    /**
     * Runs the work in one transaction, which is rolled back when the work fails. After a deadlock the work is done again, a few
     * times, and after the time of a statement has passed once at most.
     */
    public <T> Future<T> inTransaction(Function<DatabaseSession, Future<T>> work) {
        return retried(this::begin, work);
    }

    /** As {@link #inTransaction}, without locks on the gaps between rows, into which others insert, and on rows only read. */
    public <T> Future<T> inTransactionWithoutGapLocks(Function<DatabaseSession, Future<T>> work) {
        return retried(
                session -> session.command("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
                        .compose(_ -> begin(session)),
                work);
    }

    /** Runs reads in one transaction, all of which see the moment of the first, however the server is set up. */
    public <T> Future<T> inSnapshot(Function<DatabaseSession, Future<T>> work) {
        return inTransaction(
                session -> session.command("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                        .compose(_ -> session.command("START TRANSACTION READ ONLY")),
                work);
    }

    private <T> Future<T> retried(
            Function<DatabaseSession, Future<?>> beginning, Function<DatabaseSession, Future<T>> work) {
        return retried(beginning, work, System.nanoTime() + timeout.toNanos(), 1);
    }

    private <T> Future<T> retried(
            Function<DatabaseSession, Future<?>> beginning,
            Function<DatabaseSession, Future<T>> work,
            long deadline,
            int attempt) {
        return inTransaction(beginning, work)
                .recover(failure ->
                        MySqlFailures.gaveWay(failure) && attempt < TRIES && mayRepeat(failure, deadline, attempt)
                                ? vertx.timer(backoff.after(attempt).toMillis(), TimeUnit.MILLISECONDS)
                                        .compose(_ -> retried(beginning, work, deadline, attempt + 1))
                                : Future.failedFuture(failure));
    }

    /** The time may have passed in the queue for a connection; the other of a deadlock needs no more of it. */
    private static boolean mayRepeat(Throwable failure, long deadline, int attempt) {
        return System.nanoTime() - deadline < 0
                || (attempt == 1 && MySqlFailures.code(failure) == MySqlFailures.DEADLOCK);
    }

    private <T> Future<T> inTransaction(
            Function<DatabaseSession, Future<?>> beginning, Function<DatabaseSession, Future<T>> work) {
        return onSession(session -> beginning
                .apply(session)
                .compose(_ -> work.apply(session))
                .compose(result -> session.command("COMMIT").map(result))
                .recover(failure -> rollBack(session).transform(_ -> Future.failedFuture(failure))));
    }

    private Future<?> begin(DatabaseSession session) {
        return begins ? Future.succeededFuture() : session.begin();
    }

    /** A connection of the caller's own, outside of the pool's count only if this is a {@link Databases#dedicated}. */
    public Future<DatabaseSession> session() {
        return connections
                .get()
                .map(connection -> new DatabaseSession(connection, timeout))
                .recover(failure -> Future.failedFuture(MySqlFailures.unreachable(failure)));
    }

    public Future<Void> close() {
        return pool.close();
    }

    /** Stored data that breaks a rule of the domain's records. */
    private static <T> Future<T> readingFailed(Throwable failure) {
        return Future.failedFuture(
                failure instanceof IllegalArgumentException || failure instanceof ClassCastException
                        ? new Corrupt("a row can't be read: " + failure.getMessage(), failure)
                        : failure);
    }

    /** A connection whose transaction can't be ended must not go back to the pool. */
    private static Future<Void> rollBack(DatabaseSession session) {
        return session.rollBack().recover(failure -> {
            LOG.debug("A transaction could not be rolled back; its connection is cut", DomainFailure.causeOf(failure));
            session.cut();
            return Future.succeededFuture();
        });
    }
}
