package io.nightmarket.mysql.order.payment;

import io.nightmarket.domain.order.payment.UnfinishedPayments;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads payment and refund by their indexes, in batches. A captured payment that is found in order is marked and not read
 * again: its order can only go on to a status in which the money has an outcome, too.
 */
public final class MySqlUnfinishedPayments implements UnfinishedPayments {
    private static final int BATCH = 500;

    private static final String COUNTS = "SELECT"
            + " (SELECT COUNT(*) FROM (SELECT 1 FROM payment WHERE status = 'PENDING' LIMIT " + MAX_COUNT
            + ") AS open_payments) AS payments,"
            + " (SELECT COUNT(*) FROM (SELECT 1 FROM refund WHERE done = 0 LIMIT " + MAX_COUNT
            + ") AS open_refunds) AS refunds";

    /**
     * The statuses are paid, used, refunding and refunded; money to return is left to people. A commit shows payment, order and refund together. By the index of
     * status and time alone, which servers may prefer, all payments ever captured would be read.
     */
    private static final String UNCHECKED = "SELECT p.id, TIMESTAMPDIFF(MICROSECOND, p.captured_at, NOW(3)) AS age,"
            + " (p.outcome = 'PAID' AND o.status IN (2, 3, 5, 6)) OR r.payment_id IS NOT NULL OR w.order_id IS NOT NULL AS in_order"
            + " FROM (SELECT id, order_id, outcome, COALESCE(captured_at, created_at) AS captured_at FROM payment FORCE INDEX (payment_to_check)"
            + " WHERE status = 'CAPTURED' AND outcome_checked = 0 AND NOT (outcome <=> 'LATE') ORDER BY created_at LIMIT "
            + BATCH + ") AS p"
            + " LEFT JOIN tb_voucher_order AS o ON o.id = p.order_id"
            + " LEFT JOIN refund AS r ON r.payment_id = p.id LEFT JOIN money_to_return AS w ON w.order_id = p.order_id";

    private static final String LATE =
            "SELECT COALESCE(TIMESTAMPDIFF(MICROSECOND, MIN(captured_at), NOW(3)), 0) AS age FROM payment WHERE outcome = 'LATE'";

    private static final String MARK = "UPDATE payment SET outcome_checked = 1 WHERE id IN";

    private final Database database;

    private record Captured(long id, Duration age, boolean inOrder) {}

    public MySqlUnfinishedPayments(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Report> report() {
        return database.answer(session -> oldestWithoutOutcome(session)
                .compose(age -> session.run(COUNTS)
                        .map(rows -> Rows.first(rows, row -> report(row, age)).orElseThrow())));
    }

    private static Report report(Row counts, Duration paidWithoutOutcome) {
        return new Report(Columns.number(counts, "payments"), Columns.number(counts, "refunds"), paidWithoutOutcome);
    }

    private static Future<Duration> oldestWithoutOutcome(DatabaseSession session) {
        return session.run(LATE)
                .map(rows -> Rows.first(rows, MySqlUnfinishedPayments::age).orElse(Duration.ZERO))
                .compose(late ->
                        oldestUnchecked(session).map(unchecked -> unchecked.compareTo(late) > 0 ? unchecked : late));
    }

    /** Goes on while payments are found in order; those that are not come first the next time, and are few. */
    private static Future<Duration> oldestUnchecked(DatabaseSession session) {
        return session.run(UNCHECKED)
                .map(rows -> Rows.all(rows, MySqlUnfinishedPayments::captured))
                .compose(captured -> {
                    List<Long> inOrder = captured.stream()
                            .filter(Captured::inOrder)
                            .map(Captured::id)
                            .toList();
                    boolean mayBeMore = captured.size() == BATCH && !inOrder.isEmpty();
                    return mark(session, inOrder)
                            .compose(_ ->
                                    mayBeMore ? oldestUnchecked(session) : Future.succeededFuture(oldest(captured)));
                });
    }

    private static Duration oldest(List<Captured> captured) {
        return captured.stream()
                .filter(payment -> !payment.inOrder())
                .map(Captured::age)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static Future<?> mark(DatabaseSession session, List<Long> ids) {
        return ids.isEmpty() ? Future.succeededFuture() : Rows.in(session, MARK, ids);
    }

    private static Captured captured(Row row) {
        return new Captured(Columns.number(row, "id"), age(row), Columns.number(row, "in_order") == 1);
    }

    private static Duration age(Row row) {
        return Duration.of(Columns.number(row, "age"), ChronoUnit.MICROS);
    }
}
