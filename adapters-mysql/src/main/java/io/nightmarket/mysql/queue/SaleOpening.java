package io.nightmarket.mysql.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Opens sales. The claims, which may be many, are written in slices into a book of this attempt's own; one last short
 * transaction makes the sale with it. So several nodes may open one sale at once, nobody waits for a load, and one that
 * dies halfway leaves nothing but a book that {@link BookSweep} removes.
 */
final class SaleOpening {
    private static final int SLICE = 1_000;
    private static final String NEW_BOOK = "INSERT INTO queue_book (opened_ms) SELECT " + QueueSales.NOW;
    private static final String LOCK_BOOK = "SELECT id FROM queue_book WHERE id = ? FOR UPDATE";

    private final Database database;
    private final Transactions transactions;

    SaleOpening(Database database, Transactions transactions) {
        this.database = database;
        this.transactions = transactions;
    }

    Future<Void> open(Epoch epoch, SaleSnapshot snapshot) {
        return QueueSales.adjust(database, snapshot.sale())
                .compose(known -> known ? Future.succeededFuture() : loadAndOpen(epoch, snapshot));
    }

    private Future<Void> loadAndOpen(Epoch epoch, SaleSnapshot snapshot) {
        return load(snapshot)
                .compose(book -> transactions.run(
                        session -> QueueShards.lock(session, epoch).compose(_ -> finish(session, snapshot, book))));
    }

    private Future<Long> load(SaleSnapshot snapshot) {
        List<AdmissionRequest> claims = claims(snapshot.sale().voucher(), snapshot.reservations());
        return database.<Long>run(NEW_BOOK, made -> made.property(MySQLClient.LAST_INSERTED_ID))
                .compose(book -> load(book, claims).map(book));
    }

    private static List<AdmissionRequest> claims(VoucherId voucher, Map<UserId, OrderId> claims) {
        List<AdmissionRequest> all = new ArrayList<>(claims.size());
        claims.forEach((buyer, order) -> all.add(new AdmissionRequest(new Purchase(order, voucher, buyer), "")));
        return all;
    }

    private Future<Void> load(long book, List<AdmissionRequest> claims) {
        if (claims.isEmpty()) {
            return Future.succeededFuture();
        }
        int slice = Math.min(SLICE, claims.size());
        return transactions
                .run(session -> QueueBooks.add(session, book, claims.subList(0, slice), -slice))
                .compose(_ -> load(book, claims.subList(slice, claims.size())));
    }

    /** Whoever removes a book locks it: one that is still there has all that was loaded. */
    private static Future<Void> finish(DatabaseSession session, SaleSnapshot snapshot, long book) {
        return session.run(LOCK_BOOK, book)
                .map(rows -> Rows.first(rows, row -> Columns.number(row, "id"))
                        .orElseThrow(() -> new Unavailable("loading a sale took too long")))
                .compose(_ -> QueueBooks.markApplied(session, book, List.copyOf(snapshot.adjustments())))
                .compose(_ -> QueueSales.open(session, snapshot, book));
    }
}
