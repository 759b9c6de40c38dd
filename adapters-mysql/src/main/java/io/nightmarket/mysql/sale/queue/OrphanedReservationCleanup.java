package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the reservations of no sale, slice by slice: those of sales that were removed, and those whose loading came
 * to nothing. Here SKIP LOCKED serves: nodes that sweep at once take different rows, and none waits for another.
 */
final class OrphanedReservationCleanup {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedReservationCleanup.class);
    private static final int SLICE = 500;

    /** Longer than a pause of any loading. */
    private static final String OLD = "opened_ms < " + QueueSales.NOW + " - 300000";

    private static final String PICK = "SELECT id FROM queue_book WHERE " + OLD
            + " AND NOT EXISTS (SELECT 1 FROM queue_sale WHERE queue_sale.book = queue_book.id)"
            + " LIMIT 1 FOR UPDATE SKIP LOCKED";
    /** Once more under the lock: a sale may have been made of it while it was picked. */
    private static final String IN_USE = "SELECT 1 FROM queue_sale WHERE book = ?";

    /** From here on nothing is loaded into it. */
    private static final String CLOSE = "UPDATE queue_book SET opened_ms = 0 WHERE id = ?";

    private static final String BUYERS = "DELETE FROM queue_buyer WHERE book = ? LIMIT " + SLICE;
    private static final String ADJUSTMENTS = "DELETE FROM queue_adjustment WHERE book = ? LIMIT " + SLICE;
    private static final String BOOK = "DELETE FROM queue_book WHERE id = ?";

    private final Database transactional;
    private final AtomicBoolean running = new AtomicBoolean();

    OrphanedReservationCleanup(Database transactional) {
        this.transactional = transactional;
    }

    /** Goes on until nothing is left; what fails is left to a later sweep. */
    void start() {
        if (running.compareAndSet(false, true)) {
            run().onFailure(failure -> LOG.debug("sweeping buyers of past sales", DomainFailure.causeOf(failure)))
                    .onComplete(_ -> running.set(false));
        }
    }

    private Future<Void> run() {
        return transactional.inTransaction(this::slice).compose(more -> more ? run() : Future.succeededFuture());
    }

    private Future<Boolean> slice(DatabaseSession session) {
        return session.run(PICK)
                .map(rows -> Rows.first(rows, row -> Columns.number(row, "id")))
                .compose(book -> book.isEmpty() ? Future.succeededFuture(false) : slice(session, book));
    }

    private static Future<Boolean> slice(DatabaseSession session, Optional<Long> picked) {
        long book = picked.orElseThrow();
        return session.run(IN_USE, book)
                .compose(used -> used.size() > 0
                        ? Future.succeededFuture(false)
                        : session.run(CLOSE, book)
                                .compose(_ -> session.run(BUYERS, book))
                                .compose(buyers -> session.run(ADJUSTMENTS, book)
                                        .map(adjustments -> Math.max(buyers.rowCount(), adjustments.rowCount())))
                                .compose(removed -> removed < SLICE
                                        ? session.run(BOOK, book).map(true)
                                        : Future.succeededFuture(true)));
    }
}
