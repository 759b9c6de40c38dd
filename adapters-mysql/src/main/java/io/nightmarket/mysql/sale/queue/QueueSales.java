package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The table of sales. A change of the free units or the buyers of a sale holds its row until the commit. */
final class QueueSales {
    /** In milliseconds, by the server's clock. */
    static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

    private static final String OF_SALE = " WHERE shard = ? AND voucher_id = ?";
    private static final String LOCK = "SELECT book, state, begin_ms, end_ms, free, waitlist, version, changed, " + NOW
            + " AS now_ms" + " FROM queue_sale" + OF_SALE + " FOR UPDATE";
    private static final String CHANGE_FREE = "UPDATE queue_sale SET free = free + ? WHERE book = ?";
    private static final String FREE = "SELECT IF(waitlist > 0, 0, free) AS free FROM queue_sale" + OF_SALE;
    private static final String HOLD = "UPDATE queue_sale SET waitlist = GREATEST(waitlist, ?) WHERE book = ?";
    private static final String END_HOLD =
            "UPDATE queue_sale SET waitlist = 0 WHERE book = ? AND waitlist NOT BETWEEN ? AND ?";
    private static final String REMOVE = "DELETE FROM queue_sale WHERE book = ?";

    /** Assignments are made from left to right: the version, by which the others are decided, comes last. */
    private static final String TERMS = "state = IF(version <= ?, ?, state), begin_ms = IF(version <= ?, ?, begin_ms),"
            + " end_ms = IF(version <= ?, ?, end_ms), version = GREATEST(version, ?)";

    private static final String CHANGE = "UPDATE queue_sale SET " + TERMS + OF_SALE;
    private static final String CORRECT =
            "UPDATE queue_sale SET state = ?, begin_ms = ?, end_ms = ?, version = ?, changed = ? WHERE book = ?";

    private static final String FIND_TERMS = "SELECT state, begin_ms, end_ms, version FROM queue_sale" + OF_SALE;

    private static final String OPEN =
            "INSERT INTO queue_sale (shard, voucher_id, book, state, begin_ms, end_ms, free, version)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE " + TERMS;

    private QueueSales() {}

    /** Locks the row of a sale. */
    static Future<Optional<QueueSale>> lock(DatabaseSession session, Shard shard, VoucherId voucher) {
        return session.run(LOCK, shard.number(), voucher.value()).map(rows -> Rows.first(rows, QueueSales::sale));
    }

    /** Gives a sale its state and window unless it has those of a later version; false when there is no such sale. */
    static Future<Boolean> change(Database database, FlashSale sale) {
        long begin = sale.window().begin().toEpochMilli();
        long end = sale.window().end().toEpochMilli();
        return database.run(
                CHANGE,
                changed -> changed.rowCount() == 1,
                sale.version(),
                sale.state().name(),
                sale.version(),
                begin,
                sale.version(),
                end,
                sale.version(),
                sale.shard().number(),
                sale.voucher().value());
    }

    /** Gives a locked sale the terms of a change. */
    static Future<Void> correct(DatabaseSession session, QueueSale sale, FlashSale wanted) {
        return session.run(
                        CORRECT,
                        wanted.state().name(),
                        wanted.window().begin().toEpochMilli(),
                        wanted.window().end().toEpochMilli(),
                        wanted.version(),
                        wanted.version(),
                        sale.book())
                .mapEmpty();
    }

    static Future<Optional<QueuedTerms>> terms(Database database, Shard shard, VoucherId voucher) {
        return database.run(
                FIND_TERMS,
                rows -> Rows.first(
                        rows,
                        row -> new QueuedTerms(
                                SaleState.valueOf(Columns.text(row, "state")),
                                window(row),
                                Columns.number(row, "version"))),
                shard.number(),
                voucher.value());
    }

    /** Makes a sale with these buyers; one that is there already keeps its own, and is adjusted. */
    static Future<Void> open(DatabaseSession session, SaleSnapshot snapshot, long book) {
        FlashSale sale = snapshot.sale();
        long begin = sale.window().begin().toEpochMilli();
        long end = sale.window().end().toEpochMilli();
        return session.run(
                        OPEN,
                        sale.shard().number(),
                        sale.voucher().value(),
                        book,
                        sale.state().name(),
                        begin,
                        end,
                        snapshot.available(),
                        sale.version(),
                        sale.version(),
                        sale.state().name(),
                        sale.version(),
                        begin,
                        sale.version(),
                        end,
                        sale.version())
                .mapEmpty();
    }

    /** Frees units of a locked sale, or takes them when negative. */
    static Future<Void> changeFree(DatabaseSession session, QueueSale sale, long units) {
        return session.run(CHANGE_FREE, units, sale.book()).mapEmpty();
    }

    /** The units of a sale for buyers who don't wait for one. */
    static Future<Optional<Long>> free(Database database, Shard shard, VoucherId voucher) {
        return database.run(
                FREE, rows -> Rows.first(rows, row -> Columns.number(row, "free")), shard.number(), voucher.value());
    }

    /** Holds the units of a locked sale for its waitlist, or ends that unless a higher number joined. */
    static Future<Void> hold(DatabaseSession session, QueueSale sale, long number, boolean waiting) {
        long latest = number + TimeUnit.NANOSECONDS.toMicros(QueuedSales.JOINED_SINCE.toNanos());
        return (waiting
                        ? session.run(HOLD, number, sale.book())
                        : session.run(END_HOLD, sale.book(), number + 1, latest))
                .mapEmpty();
    }

    static Future<Void> remove(DatabaseSession session, QueueSale sale) {
        return session.run(REMOVE, sale.book()).mapEmpty();
    }

    private static QueueSale sale(Row row) {
        return new QueueSale(
                Columns.number(row, "book"),
                SaleState.valueOf(Columns.text(row, "state")),
                window(row),
                Columns.number(row, "free"),
                Columns.number(row, "waitlist") > 0,
                Columns.number(row, "version"),
                Columns.number(row, "changed"),
                Instant.ofEpochMilli(Columns.number(row, "now_ms")));
    }

    private static SaleWindow window(Row row) {
        return new SaleWindow(
                Instant.ofEpochMilli(Columns.number(row, "begin_ms")),
                Instant.ofEpochMilli(Columns.number(row, "end_ms")));
    }
}
