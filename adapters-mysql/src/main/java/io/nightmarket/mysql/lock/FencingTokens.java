package io.nightmarket.mysql.lock;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;

/**
 * Raises fencing tokens. The holder gets a connection of its own, which holds a named lock of the server and is ended
 * by the next holder; so a holder that is paused inside of its transaction does not keep rows locked. When several
 * hold a token at once, the one with the largest may commit.
 */
public final class FencingTokens {
    private static final Duration HOLD_WAIT = Duration.ofSeconds(5);

    private final Databases databases;
    private final FencingTokenTable table;

    public FencingTokens(Databases databases, FencingTokenTable table) {
        this.databases = databases;
        this.table = table;
    }

    /**
     * Raises the token by one: the last caller may write. When two call at the same time, the later one ends the
     * other.
     */
    public Future<FencedTransactions> takeOver(Object resource) {
        return onOwnConnection((own, session) -> {
            Predecessor predecessor = new Predecessor(session, table, resource);
            return predecessor
                    .token()
                    .compose(predecessor::end)
                    .compose(_ -> session.run(table.raise(), resource))
                    .map(Rows::lastInsertId)
                    .compose(token -> predecessor.end(token - 1).map(token))
                    .compose(token -> begin(own, session, resource, token));
        });
    }

    static Conflict refusal(FencingTokenTable table, Object resource) {
        return new Conflict(table.name() + " " + resource + " has another writer");
    }

    /** The steps of raising a token, on a connection of their own. */
    @FunctionalInterface
    private interface TakeOver {
        Future<FencedTransactions> run(Database own, DatabaseSession session);
    }

    /**
     * Reads see what others committed, not the past. The end of a connection that is still being made is not waited for: a
     * server may never answer.
     */
    private Future<FencedTransactions> onOwnConnection(TakeOver takeOver) {
        Database own = databases.dedicated();
        return own.session()
                .compose(session -> session.command("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")
                        .compose(_ -> takeOver.run(own, session))
                        .onFailure(_ -> session.cut()))
                .onFailure(_ -> {
                    var _ = own.close();
                });
    }

    /**
     * Only now, with the token committed and its lock held, may transactions begin. With autocommit off, nothing that is sent
     * behind a statement which made the server roll back can stay: only a COMMIT after all answers makes it stand.
     */
    private Future<FencedTransactions> begin(Database own, DatabaseSession session, Object resource, long token) {
        return hold(session, resource, token)
                .compose(_ -> session.run(table.read(), resource, token))
                .map(rows -> Rows.first(rows, this::carried))
                .compose(carried -> carried.isEmpty()
                        ? Future.failedFuture(refusal(table, resource))
                        : session.command("SET autocommit = 0")
                                .map(_ -> new FencedTransactions(own, session, table, resource, token, carried.get())));
    }

    /** An earlier connection with an equal token was ended, and has the lock until its transaction is rolled back. */
    private Future<Void> hold(DatabaseSession session, Object resource, long token) {
        return session.runWaiting(HOLD_WAIT, table.hold(), token, resource, HOLD_WAIT.toSeconds())
                .compose(rows -> Long.valueOf(1).equals(Columns.numberOrNull(Rows.only(rows), "done"))
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Unavailable("an earlier connection has not ended")));
    }

    private List<Long> carried(Row row) {
        return table.carried().stream()
                .map(column -> Columns.number(row, column))
                .toList();
    }
}
