package io.nightmarket.mysql.lock;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The table of leases: a row a key, kept when the key is free. The server's clock decides what has ended. A statement
 * that waited for a row goes by the time at which it came, which only ever makes a lease seem longer to others and
 * shorter to its holder.
 *
 * <p>A token is larger than the row's last one, and not smaller than the time in microseconds: so it grows even when the
 * row was removed in between, a day after its use at the earliest.
 */
final class LeaseRows {
    /** Before the key in the name of a row. */
    static final String KIND = "row:";

    private static final String NOW = "UTC_TIMESTAMP(6)";
    private static final String MICROS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + NOW + ")";
    private static final String END = NOW + " + INTERVAL ? MICROSECOND";
    private static final String NEXT_TOKEN = "GREATEST(token + 1, " + MICROS + ")";

    private static final String ADD =
            "INSERT INTO lock_lease (name, holder, depth, token, taken_at, ends_at) VALUES (?, ?, 1, " + MICROS + ", "
                    + NOW + ", " + END + ") ON DUPLICATE KEY UPDATE ";

    /** Whether the waiter has not asked for a while, or did before the clock went back. */
    private static final String SILENT =
            "waits_until NOT BETWEEN " + NOW + " + INTERVAL 1 MICROSECOND AND " + NOW + " + INTERVAL 2 SECOND";

    /** Whether no holder waits for the key, or only one that is silent, or this one. */
    private static final String UNAWAITED = "(waiter IN ('', ?) OR " + SILENT + ")";

    private static final String FREE = "ends_at <= " + NOW + " AND " + UNAWAITED;

    /** Assignments are made from left to right: what the others decide by comes last. */
    private static final String TAKE = ADD + ifFree("token", NEXT_TOKEN) + ", " + ifFree("taken_at", NOW) + ", "
            + ifFree("depth", "1") + ", " + ifFree("holder", "?")
            + ", ends_at = IF(holder = ? AND (ends_at > " + NOW + " OR " + UNAWAITED + "), GREATEST(ends_at, " + END
            + "), ends_at)"
            + ", waiter = IF(holder = ? AND ends_at > " + NOW + ", IF(waiter = ?, '', waiter), IF(? AND (waiter = ''"
            + " OR " + SILENT + "), ?, waiter))"
            + ", waits_until = IF(waiter = ?, " + NOW + " + INTERVAL 2 SECOND, waits_until)";

    /** Whether a lease was taken or last renewed before the clock went back. */
    private static final String AHEAD = "taken_at > " + NOW;

    private static final String READ =
            "SELECT holder = ? AS mine, token, TIMESTAMPDIFF(MICROSECOND, " + NOW + ", ends_at) AS micros_left, "
                    + AHEAD + " AS ahead, NOT " + UNAWAITED + " AS awaited FROM lock_lease WHERE name = ?";

    private static final String OF_HOLDER = " WHERE name = ? AND holder = ? AND ends_at > " + NOW;
    private static final String RENEW = "UPDATE lock_lease SET depth = ?, taken_at = GREATEST(taken_at, " + NOW
            + "), ends_at = GREATEST(ends_at, " + END + ")" + OF_HOLDER;

    /** The lease lasts for its length from now. */
    private static final String BRING_BACK = "UPDATE lock_lease SET ends_at = " + NOW
            + " + INTERVAL TIMESTAMPDIFF(MICROSECOND, taken_at, ends_at) MICROSECOND, taken_at = " + NOW
            + " WHERE name = ? AND " + AHEAD;

    /** The lease ends when it began: the time of the release may come to lie ahead. */
    private static final String RELEASE =
            "UPDATE lock_lease SET holder = '', depth = 0, ends_at = taken_at" + OF_HOLDER;

    private static final String LEAVE = "UPDATE lock_lease SET waiter = '' WHERE name = ? AND waiter = ?";

    /**
     * Takes the row for the request unless another's lease lasts or another waits, and reads the outcome. A request that
     * waits is noted as the waiter, if there is none, and stays so for two seconds from when it last asked.
     */
    Future<Optional<LeaseState>> take(DatabaseSession session, LeaseRequest request) {
        Buffer holder = holder(request);
        boolean waits = request.waitTimeout().isPositive();
        return written(
                session,
                request,
                TAKE,
                name(request),
                holder,
                micros(request),
                holder,
                holder,
                holder,
                holder,
                holder,
                holder,
                holder,
                micros(request),
                holder,
                holder,
                waits,
                holder,
                holder);
    }

    /** Lengthens the request's lease, never shortens it; false when it has none. */
    Future<Boolean> renew(DatabaseSession session, LeaseRequest request, int reentranceCount) {
        return session.run(RENEW, reentranceCount, micros(request), name(request), holder(request))
                .map(LeaseRows::isFound);
    }

    /** Ends the request's lease; false when it has none. */
    Future<Boolean> release(DatabaseSession session, LeaseRequest request) {
        return session.run(RELEASE, name(request), holder(request)).map(LeaseRows::isFound);
    }

    /** Has a lease of a time that lies ahead last for its length from now. */
    Future<Void> bringBack(DatabaseSession session, LeaseRequest request) {
        return session.run(BRING_BACK, name(request)).mapEmpty();
    }

    /** Ends the request's waiting. */
    Future<Void> leave(DatabaseSession session, LeaseRequest request) {
        return session.run(LEAVE, name(request), holder(request)).mapEmpty();
    }

    /** The state of the row, as seen by the request. */
    Future<Optional<LeaseState>> read(DatabaseSession session, LeaseRequest request) {
        return session.run(READ, holder(request), holder(request), name(request))
                .map(rows -> Rows.first(rows, LeaseRows::state));
    }

    /** The read need not be in one transaction with the writing: only a holder's own row can show it as the holder. */
    private Future<Optional<LeaseState>> written(
            DatabaseSession session, LeaseRequest request, String sql, Object... values) {
        Future<RowSet<Row>> written = session.run(sql, values);
        Future<Optional<LeaseState>> read = read(session, request);
        return Future.join(written, read)
                .compose(_ -> read, failure -> Future.failedFuture(written.succeeded() ? unread(failure) : failure));
    }

    /** The row was written: whatever the read failed by, the outcome is not known. */
    private static TimedOut unread(Throwable failure) {
        return new TimedOut("a lease was written, and could not be read", failure);
    }

    private static LeaseState state(Row row) {
        return new LeaseState(
                Columns.number(row, "mine") == 1,
                Columns.number(row, "token"),
                Duration.of(Columns.number(row, "micros_left"), ChronoUnit.MICROS),
                Columns.number(row, "ahead") == 1,
                Columns.number(row, "awaited") == 1);
    }

    private static boolean isFound(RowSet<Row> updated) {
        return updated.rowCount() == 1;
    }

    private static Buffer name(LeaseRequest request) {
        return Buffer.buffer(KIND + request.key());
    }

    private static Buffer holder(LeaseRequest request) {
        return Buffer.buffer(request.holder());
    }

    private static long micros(LeaseRequest request) {
        return TimeUnit.NANOSECONDS.toMicros(request.lease().toNanos());
    }

    private static String ifFree(String column, String value) {
        return column + " = IF(" + FREE + ", " + value + ", " + column + ")";
    }
}
