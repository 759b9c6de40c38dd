package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reservations of sales, by buyer. */
final class QueueBuyers {
    static final String OF_SALE = " FROM queue_sale s JOIN queue_buyer b ON b.book = s.book"
            + " WHERE s.shard = ? AND s.voucher_id = ? AND b.user_id";
    private static final String BUYERS = "SELECT b.user_id, b.order_id, b.request_key" + OF_SALE + " IN";
    private static final String FIND = "SELECT b.order_id" + OF_SALE + " = ?";
    private static final String INTO_BUYERS = " INTO queue_buyer (book, user_id, order_id, request_key, seq) VALUES";
    private static final String ADD = "INSERT" + INTO_BUYERS;
    private static final String REPLACE = "REPLACE" + INTO_BUYERS;
    private static final String DELETE = "DELETE FROM queue_buyer WHERE book = ? AND user_id = ? AND order_id = ?"
            + " AND IF(request_key LIKE 'revision %', request_key, '') = ?";
    private static final String OF_BUYER =
            "SELECT order_id, request_key FROM queue_buyer WHERE book = ? AND user_id = ?";
    private static final String REVISION = "revision ";

    /** A reservation, with the key of the purchase request, or none. */
    record Part(OrderId order, String requestKey) {}

    private QueueBuyers() {}

    /** The reservations that the buyers of these requests have already. */
    static Future<Map<UserId, Part>> known(
            DatabaseSession session, Shard shard, VoucherId voucher, List<AdmissionRequest> requests) {
        List<Long> buyers = requests.stream()
                .map(request -> request.purchase().buyer().value())
                .toList();
        return Rows.in(session, BUYERS, List.of(shard.number(), voucher.value()), buyers)
                .map(rows -> {
                    Map<UserId, Part> known = new HashMap<>();
                    rows.forEach(row -> known.put(new UserId(Columns.number(row, "user_id")), part(row)));
                    return known;
                });
    }

    static Future<Optional<OrderId>> find(Database database, Shard shard, VoucherId voucher, UserId buyer) {
        return database.run(
                FIND,
                rows -> Rows.first(rows, row -> new OrderId(Columns.number(row, "order_id"))),
                shard.number(),
                voucher.value(),
                buyer.value());
    }

    static Purchase purchase(VoucherId voucher, Row row) {
        Part part = part(row);
        String key = part.requestKey();
        long revision = key.startsWith(REVISION) ? Long.parseLong(key.substring(REVISION.length())) : 0;
        return new Purchase(part.order(), voucher, new UserId(Columns.number(row, "user_id")), revision);
    }

    /** @param last the entry id given out before theirs */
    static Future<Void> add(DatabaseSession session, long book, List<AdmissionRequest> accepted, EntryId last) {
        List<List<?>> rows = new ArrayList<>(accepted.size());
        for (AdmissionRequest request : accepted) {
            long seq = last.sequence() + rows.size() + 1;
            rows.add(row(book, request.purchase(), request.requestKey(), seq));
        }
        return Rows.insert(session, ADD, rows);
    }

    /** Those with whom a sale is opened; a later order of a buyer replaces an earlier one. */
    static Future<Void> addReserved(DatabaseSession session, long book, List<Purchase> reservations) {
        return Rows.insert(
                session,
                REPLACE,
                reservations.stream()
                        .<List<?>>map(purchase -> row(book, purchase, revision(purchase), 0))
                        .toList());
    }

    private static List<?> row(long book, Purchase purchase, String requestKey, long seq) {
        return List.of(book, purchase.buyer().value(), purchase.order().value(), Buffer.buffer(requestKey), seq);
    }

    /** Deletes the reservation of a buyer for this order; false when there is none. */
    static Future<Boolean> remove(DatabaseSession session, QueueSale sale, Purchase purchase) {
        return session.run(
                        DELETE,
                        sale.book(),
                        purchase.buyer().value(),
                        purchase.order().value(),
                        Buffer.buffer(revision(purchase)))
                .map(removed -> removed.rowCount() == 1);
    }

    /** In place of a request key, none of which has a space; nothing in revision 0. */
    private static String revision(Purchase purchase) {
        return purchase.revision() == 0 ? "" : REVISION + purchase.revision();
    }

    /** The reservation of a buyer in a sale that is locked. */
    static Future<Optional<Part>> ofBuyer(DatabaseSession session, QueueSale sale, UserId buyer) {
        return session.run(OF_BUYER, sale.book(), buyer.value()).map(rows -> Rows.first(rows, QueueBuyers::part));
    }

    static boolean isOf(Part reservation, Purchase purchase) {
        return reservation.equals(new Part(purchase.order(), revision(purchase)));
    }

    /** Adds a reservation; nodes that know the buyers of a sold-out sale don't learn of it. */
    static Future<Void> reserve(DatabaseSession session, QueueSale sale, Purchase purchase) {
        return Rows.insert(session, ADD, List.of(row(sale.book(), purchase, revision(purchase), 0)));
    }

    private static Part part(Row row) {
        return new Part(
                new OrderId(Columns.number(row, "order_id")),
                row.get(Buffer.class, "request_key").toString(StandardCharsets.UTF_8));
    }
}
