package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** The stock adjustments that the queue applied to sales. */
final class QueueAdjustments {
    /** One that was refused is kept by the complement of its id, which is below 0. */
    private static final String EARLIER = "SELECT id FROM queue_adjustment WHERE book = ? AND id IN (?, ?)";

    private static final String APPLIED = "INSERT INTO queue_adjustment (book, id) VALUES";

    private QueueAdjustments() {}

    /** What became of an adjustment when it was asked for before. */
    static Future<Optional<UnitsChanged>> earlier(DatabaseSession session, QueueSale sale, long adjustment) {
        return session.run(EARLIER, sale.book(), adjustment, ~adjustment)
                .map(rows -> Rows.first(
                        rows, row -> Columns.number(row, "id") < 0 ? UnitsChanged.TOO_FEW : UnitsChanged.APPLIED));
    }

    static Future<Void> markRefused(DatabaseSession session, QueueSale sale, long adjustment) {
        return markApplied(session, sale.book(), List.of(~adjustment));
    }

    static Future<Void> markApplied(DatabaseSession session, long book, List<Long> adjustments) {
        return Rows.insert(
                session,
                APPLIED,
                adjustments.stream().<List<?>>map(id -> List.of(book, id)).toList());
    }
}
