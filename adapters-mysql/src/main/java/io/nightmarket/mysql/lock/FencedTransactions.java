package io.nightmarket.mysql.lock;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions under a fencing token, one after the other. The first statement locks the token's row and finds the holder's
 * own token in it, or a later one, and then nothing is done; it changes what is carried in the same step. The next holder
 * raises the token and ends the connection of the earlier one, which may keep the row locked while it is paused
 * (M. Kleppmann, How to do distributed locking, 2016).
 */
public final class FencedTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(FencedTransactions.class);
    private static final long CLOSE_SECONDS = 1;

    private final Database own;
    private final DatabaseSession session;
    private final FencingTokenTable table;
    private final Object resource;
    private final long token;
    private final List<Long> carried;

    FencedTransactions(
            Database own,
            DatabaseSession session,
            FencingTokenTable table,
            Object resource,
            long token,
            List<Long> carried) {
        this.own = own;
        this.session = session;
        this.table = table;
        this.resource = resource;
        this.token = token;
        this.carried = carried;
    }

    public DatabaseSession session() {
        return session;
    }

    public long token() {
        return token;
    }

    /** What the row carried when the token was raised. */
    public List<Long> carried() {
        return carried;
    }

    /**
     * Runs the work, which is notified when the token was found in the row; its reads may be sent before. Commits when it
     * succeeds, and fails with {@code Conflict} when there is a later token. After {@code Corrupt} everything is rolled
     * back and the connection is good; after any other failure it is cut, because what the server did is unknown.
     *
     * @param next what the row carries from then on
     */
    public <T> Future<T> guarded(List<?> next, Function<Future<Void>, Future<T>> work) {
        return finish("COMMIT", next, work);
    }

    /** As {@link #guarded}, but rolled back also when the work succeeds. */
    public <T> Future<T> rehearsed(List<?> next, Function<Future<Void>, Future<T>> work) {
        return finish("ROLLBACK", next, work);
    }

    /** Closes the connection, in a second at most. Never fails. */
    public Future<Void> close() {
        return session.close()
                .eventually(own::close)
                .timeout(CLOSE_SECONDS, TimeUnit.SECONDS)
                .recover(failure -> {
                    LOG.debug(
                            "The holder's connection of {} {} could not be closed in time and is cut",
                            table.name(),
                            resource,
                            failure);
                    session.cut();
                    return Future.succeededFuture();
                });
    }

    private Future<Void> mustHold(RowSet<Row> updated) {
        return updated.rowCount() == 1
                ? Future.succeededFuture()
                : Future.failedFuture(FencingTokens.refusal(table, resource));
    }

    private <T> Future<T> finish(String end, List<?> next, Function<Future<Void>, Future<T>> work) {
        List<Object> values = new ArrayList<>(next);
        values.add(resource);
        values.add(token);
        return work.apply(session.run(table.guard(), values).compose(this::mustHold))
                .compose(result -> session.command(end).map(result))
                .recover(this::abandon);
    }

    private <T> Future<T> abandon(Throwable failure) {
        if (failure instanceof Corrupt) {
            return session.command("ROLLBACK").onFailure(_ -> session.cut()).compose(_ -> Future.failedFuture(failure));
        }
        session.cut();
        return Future.failedFuture(failure);
    }
}
