package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Writes the reservations in slices into a book of this attempt's own; one last short transaction makes the sale with it.
 * The book of an attempt that was given up is removed by {@link OrphanedReservationCleanup}.
 */
final class MySqlSaleOpening implements SaleOpening {
    private static final int SLICE = 1_000;
    private static final String NEW_BOOK = "INSERT INTO queue_book (opened_ms) SELECT " + QueueSales.NOW;
    private static final String KEEP_BOOK =
            "UPDATE queue_book SET opened_ms = " + QueueSales.NOW + " WHERE id = ? AND opened_ms > 0";

    private final Database transactional;
    private final long book;

    private MySqlSaleOpening(Database transactional, long book) {
        this.transactional = transactional;
        this.book = book;
    }

    static Future<SaleOpening> begin(Database database, Database transactional) {
        return database.<Long>run(NEW_BOOK, made -> made.property(MySQLClient.LAST_INSERTED_ID))
                .map(book -> new MySqlSaleOpening(transactional, book));
    }

    @Override
    public CompletionStage<Void> reserve(List<Purchase> reservations) {
        return add(reservations).toCompletionStage();
    }

    private Future<Void> add(List<Purchase> reservations) {
        if (reservations.isEmpty()) {
            return Future.succeededFuture();
        }
        int slice = Math.min(SLICE, reservations.size());
        return transactional
                .inTransaction(session -> keep(session)
                        .compose(_ -> QueueBuyers.addReserved(session, book, reservations.subList(0, slice))))
                .compose(_ -> add(reservations.subList(slice, reservations.size())));
    }

    @Override
    public CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
        return transactional
                .inTransaction(session -> QueueShards.lock(session, epoch).compose(_ -> finish(session, snapshot)))
                .toCompletionStage();
    }

    private Future<Void> finish(DatabaseSession session, SaleSnapshot snapshot) {
        return keep(session)
                .compose(_ -> QueueAdjustments.markApplied(session, book, List.copyOf(snapshot.adjustments())))
                .compose(_ -> QueueSales.open(session, snapshot, book));
    }

    /**
     * Locks the book and renews its time. A sweep locks it, too: one that is not being removed has all that was loaded.
     */
    private Future<Void> keep(DatabaseSession session) {
        return session.run(KEEP_BOOK, book)
                .compose(updated -> updated.rowCount() == 1
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Unavailable("loading a sale took too long")));
    }
}
