package io.nightmarket.mysql.client;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection in use. Every statement has a deadline; one that passes it takes the connection with it, because
 * whatever comes later would wait behind it. Failures come as {@code DomainFailure}.
 */
public final class DatabaseSession {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseSession.class);

    private final SqlConnection connection;
    private final Duration timeout;
    private boolean ordered;
    private Future<?> last = Future.succeededFuture();
    private @Nullable Throwable rolledBack;

    public DatabaseSession(SqlConnection connection, Duration timeout) {
        this.connection = connection;
        this.timeout = timeout;
    }

    /** Runs a statement with its values. */
    public Future<RowSet<Row>> run(String sql, @Nullable Object... values) {
        return inOrder(() -> inTime(() -> connection.preparedQuery(sql).execute(Tuple.from(values)), timeout));
    }

    public Future<RowSet<Row>> run(String sql, List<?> values) {
        return run(sql, values.toArray());
    }

    /** Runs a statement that can't be prepared, such as COMMIT. */
    public Future<RowSet<Row>> command(String sql) {
        return inOrder(() -> inTime(() -> connection.query(sql).execute(), timeout));
    }

    /** Runs a statement that may wait in the server for a time, which is added to its deadline. */
    public Future<RowSet<Row>> runWaiting(Duration wait, String sql, Object... values) {
        return inTime(() -> connection.preparedQuery(sql).execute(Tuple.from(values)), timeout.plus(wait));
    }

    /** Gives the connection back. The pool may throw what another caller's wait for a connection met. */
    public Future<Void> close() {
        return begun(connection::close);
    }

    /** Ends the connection at once, without a word to the server, which then rolls back what was open. */
    public void cut() {
        if (connection instanceof SqlConnectionInternal inner
                && inner.unwrap().unwrap() instanceof SocketConnectionBase socketed) {
            socketed.socket()
                    .close()
                    .onFailure(failure -> LOG.debug("A connection to MySQL could not be closed", failure));
        } else {
            connection.close().onFailure(failure -> LOG.debug("A connection to MySQL could not be closed", failure));
        }
    }

    /**
     * Begins a transaction, in which a statement is sent after the last one was answered, and none after a deadlock: the
     * server has rolled the transaction back then, and would commit what follows on its own.
     */
    Future<?> begin() {
        ordered = true;
        return command("START TRANSACTION");
    }

    /** Ends a transaction after the statements that were run in it. */
    Future<Void> rollBack() {
        return last.transform(_ -> inTime(() -> connection.query("ROLLBACK").execute(), timeout))
                .mapEmpty();
    }

    private Future<RowSet<Row>> inOrder(Supplier<Future<RowSet<Row>>> statement) {
        if (!ordered) {
            return statement.get();
        }
        Future<RowSet<Row>> sent =
                last.transform(_ -> rolledBack == null ? statement.get() : Future.failedFuture(rolledBack));
        last = sent.onFailure(failure -> {
            if (MySqlFailures.code(failure) == MySqlFailures.DEADLOCK) {
                rolledBack = failure;
            }
        });
        return sent;
    }

    private Future<RowSet<Row>> inTime(Supplier<Future<RowSet<Row>>> statement, Duration limit) {
        return begun(statement).timeout(limit.toMillis(), TimeUnit.MILLISECONDS).recover(failure -> {
            if (failure instanceof TimeoutException) {
                cut();
            }
            return Future.failedFuture(MySqlFailures.ofStatement(failure));
        });
    }

    /** The driver's answer; a failed one when it throws. */
    private static <T> Future<T> begun(Supplier<Future<T>> call) {
        return Future.succeededFuture().compose(_ -> call.get());
    }
}
