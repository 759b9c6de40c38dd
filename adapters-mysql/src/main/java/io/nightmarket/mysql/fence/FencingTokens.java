package io.nightmarket.mysql.fence;

import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;

/**
 * Raises fencing tokens. The holder gets a connection of its own, which is recorded in the row; the next holder ends it if the
 * row is locked, so one that is paused inside of its transaction is not waited for. Of several at once the one with the largest
 * token may commit.
 */
public final class FencingTokens {
    private final Databases databases;
    private final FencingTokenTable table;

    public FencingTokens(Databases databases, FencingTokenTable table) {
        this.databases = databases;
        this.table = table;
    }

    /** Raises the token by one: the last caller may write. */
    public Future<FencedTransactions> takeOver(Object resource) {
        return onOwnConnection((own, session) -> settled(session, resource)
                .compose(predecessor -> new Predecessor(session).endIfLocked(table, resource, predecessor))
                .compose(_ -> session.run(table.raise(), resource))
                .compose(raised -> begin(own, session, resource, Rows.lastInsertId(raised))));
    }

    /**
     * Raises the token to that of a lock handle. An equal token must be the same handle's: it enters again and ends its own
     * earlier connection. So all tokens of a resource come from one lock and one store. Fails with {@code Conflict} when a
     * larger token was seen, and does not disturb its holder.
     */
    public Future<FencedTransactions> enter(Object resource, long token) {
        return onOwnConnection((own, session) -> settled(session, resource)
                .compose(predecessor -> endIfInTheWay(session, resource, token, predecessor))
                .compose(_ -> session.run(table.raiseTo(), token, resource, token))
                .compose(raised -> raised.rowCount() == 1
                        ? begin(own, session, resource, token)
                        : Future.failedFuture(refusal(table, resource))));
    }

    /** An earlier connection with an equal token could commit still, so it is ended in any case. */
    private Future<Void> endIfInTheWay(
            DatabaseSession session, Object resource, long token, Predecessor.Recorded predecessor) {
        if (predecessor.token() > token) {
            return Future.succeededFuture();
        }
        return predecessor.token() == token
                ? new Predecessor(session).end(predecessor)
                : new Predecessor(session).endIfLocked(table, resource, predecessor);
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

    /** The predecessor in the row, which is added if it is missing. */
    private Future<Predecessor.Recorded> settled(DatabaseSession session, Object resource) {
        return new Predecessor(session)
                .find(table, resource)
                .compose(found -> found.isPresent()
                        ? Future.succeededFuture(found.get())
                        : session.run(table.insert(), resource).map(new Predecessor.Recorded(0, 0)));
    }

    /**
     * Only now, with the token committed, may transactions begin. With autocommit off, nothing that is sent behind a
     * statement which made the server roll back can stay: only a COMMIT after all answers makes it stand.
     */
    private Future<FencedTransactions> begin(Database own, DatabaseSession session, Object resource, long token) {
        return session.run(table.read(), resource, token)
                .map(rows -> Rows.first(rows, this::carried))
                .compose(carried -> carried.isEmpty()
                        ? Future.failedFuture(refusal(table, resource))
                        : session.command("SET autocommit = 0")
                                .map(_ -> new FencedTransactions(own, session, table, resource, token, carried.get())));
    }

    private List<Long> carried(Row row) {
        return table.carried().stream()
                .map(column -> Columns.number(row, column))
                .toList();
    }
}
