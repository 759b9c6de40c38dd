package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The stock adjustments that the queue applied to sales. */
final class QueueAdjustments {
    /** One that was refused is kept by the complement of its id, which is below 0. */
    private static final String EARLIER = "SELECT id FROM queue_adjustment WHERE book = ? AND id IN (?, ?)";

    private static final String ALL_APPLIED = "SELECT a.id FROM queue_sale s JOIN queue_adjustment a ON a.book = s.book"
            + " WHERE s.shard = ? AND s.voucher_id = ? AND a.id >= 0";

    private static final String APPLIED = "INSERT INTO queue_adjustment (book, id) VALUES";

    private QueueAdjustments() {}

    static Future<Set<Long>> applied(Database database, Shard shard, VoucherId voucher) {
        return database.run(
                ALL_APPLIED,
                rows -> Set.copyOf(Rows.all(rows, row -> Columns.number(row, "id"))),
                shard.number(),
                voucher.value());
    }

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
