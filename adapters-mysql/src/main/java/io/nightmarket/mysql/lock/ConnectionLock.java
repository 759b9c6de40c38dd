package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The statements by which a connection takes one of the server's locks, keeps it and releases it. The lock's name is
 * common to all databases of the server, and has 64 characters at most.
 */
final class ConnectionLock {
    static final String NAME = "CONCAT('lock-', SHA2(CONCAT(SHA2(?, 224), DATABASE()), 224))";
    private static final String TAKE = "SELECT GET_LOCK(" + NAME + ", ?) AS done";
    private static final String RELEASE = "SELECT RELEASE_LOCK(" + NAME + ") AS done";

    /** How long a process that is paused between the grant and its lease blocks the lock. */
    private static final int GRANT_SECONDS = 2;

    private static final LeaseRows ROWS = new LeaseRows("connection");

    private final DatabaseSession session;
    private final LeaseRequest request;

    ConnectionLock(DatabaseSession session, LeaseRequest request) {
        this.session = session;
        this.request = request;
    }

    /**
     * Waits in the server for this time, in whole seconds; false when others held it all the time. A connection that
     * got the lock and is silent then is ended by the server.
     */
    Future<Boolean> take(Duration wait) {
        Future<RowSet<Row>> guarded = endAfter(Integer.toString(GRANT_SECONDS));
        Future<RowSet<Row>> got = session.runWaiting(wait, TAKE, key(), wait.toSeconds());
        return Future.join(guarded, got).map(_ -> isDone(got.result()));
    }

    /** Lets the connection be silent again. */
    Future<Void> unguard() {
        return endAfter("DEFAULT").mapEmpty();
    }

    private Future<RowSet<Row>> endAfter(String seconds) {
        return session.command("SET SESSION wait_timeout = " + seconds);
    }

    /**
     * Makes the server end this connection when it was silent for a lease, rounded up to its whole seconds, and fetches
     * a token, which no other can do while the lock is held.
     */
    Future<Long> begin() {
        Future<RowSet<Row>> guarded = endAfter(Long.toString(seconds(request.lease())));
        Future<Long> token =
                ROWS.seize(session, request).map(state -> state.orElseThrow().token());
        return Future.join(guarded, token).compose(_ -> token);
    }

    /** Breaks the silence, by a new end of the row's lease, which is for operators to see; false when it ended before. */
    Future<Boolean> renew(int reentranceCount) {
        return ROWS.renew(session, request, reentranceCount);
    }

    /** Ends the row's lease while no other can have begun one, and leaves the connection as it was before. */
    Future<Boolean> release() {
        Future<Boolean> ended = ROWS.release(session, request);
        Future<Boolean> released = session.run(RELEASE, key()).map(ConnectionLock::isDone);
        Future<Void> unguarded = unguard();
        return Future.join(ended, released, unguarded).compose(_ -> released);
    }

    DatabaseSession session() {
        return session;
    }

    private Buffer key() {
        return Buffer.buffer(request.key());
    }

    private static boolean isDone(RowSet<Row> answer) {
        return Columns.number(answer.iterator().next(), "done") == 1;
    }

    private static long seconds(Duration lease) {
        return TimeUnit.MILLISECONDS.toSeconds(lease.toMillis() + 999);
    }
}
