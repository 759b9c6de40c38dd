package io.nightmarket.mysql.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Waitlists in waitlist_entry. The last number of a sale stands in flash_sale.waitlist_last, and is null without a waitlist. Who
 * joins holds that row until the commit, so that numbers grow in the order of commits.
 */
public final class MySqlWaitlist implements Waitlist {
    private static final String NOW = "CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED)";

    private static final String LOCK =
            "SELECT state = 'CALLED_OFF' AS is_off FROM flash_sale WHERE voucher_id = ? AND waitlist_last IS NOT NULL FOR UPDATE";

    private static final String COUNT = "SELECT COUNT(*) AS waiting FROM waitlist_entry WHERE voucher_id = ?";

    /** The time stands for the numbers that were lost with the last commits. */
    private static final String DRAW =
            "UPDATE flash_sale SET waitlist_last = GREATEST(waitlist_last + 1, " + NOW + ") WHERE voucher_id = ?";

    private static final String INSERT = "INSERT INTO waitlist_entry (voucher_id, number, user_id, order_id)"
            + " SELECT voucher_id, waitlist_last, ?, ? FROM flash_sale WHERE voucher_id = ?";

    private static final String IS_OVER = "s.end_time <= UTC_TIMESTAMP() OR f.state = 'CALLED_OFF' AS is_over";

    private static final String FIND = "SELECT f.waitlist_last, e.number, " + IS_OVER
            + " FROM flash_sale f JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id"
            + " LEFT JOIN waitlist_entry e ON e.voucher_id = f.voucher_id AND e.user_id = ? WHERE f.voucher_id = ?";

    private static final String POSITION = "SELECT COUNT(*) AS position FROM (SELECT 1 FROM waitlist_entry"
            + " WHERE voucher_id = ? AND number <= ? LIMIT " + MAX_POSITION + ") AS up_to_it";

    private static final String LEAVE = "DELETE FROM waitlist_entry WHERE voucher_id = ? AND user_id = ?";

    /** A hold of a number that was lost with the last commits ends after a minute; no transaction takes that long. */
    private static final String SALES =
            "SELECT f.voucher_id, f.shard, f.waitlist_last, GREATEST(f.waitlist_last, " + NOW
                    + " - 60000000) AS number, " + IS_OVER
                    + " FROM flash_sale f JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id"
                    + " WHERE f.waitlist_last > 0 AND f.voucher_id > ? ORDER BY f.voucher_id LIMIT ?";

    private static final String NEXT = "SELECT e.number, e.user_id, e.order_id,"
            + " EXISTS (SELECT 1 FROM tb_voucher_order o WHERE o.id = e.order_id)"
            + " OR EXISTS (SELECT 1 FROM order_rejection r WHERE r.order_id = e.order_id) AS decided"
            + " FROM waitlist_entry e WHERE e.voucher_id = ? AND e.number > ? ORDER BY e.number LIMIT ?";

    private static final String REMOVE = "DELETE FROM waitlist_entry WHERE voucher_id = ? AND number IN";
    private static final String REMOVE_ALL = "DELETE FROM waitlist_entry WHERE voucher_id = ?";
    private static final String CLOSE = "UPDATE flash_sale SET waitlist_last = 0 WHERE voucher_id = ?";

    private final Database database;

    public MySqlWaitlist(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<WaitlistPlace> join(Purchase purchase, int max) {
        long voucher = purchase.voucher().value();
        return database.inTransactionWithoutGapLocks(session -> session.run(LOCK, voucher)
                        .compose(locked -> find(session, purchase.voucher(), purchase.buyer())
                                .compose(place -> place instanceof WaitlistPlace.NotInLine
                                                || (place instanceof WaitlistPlace.Over
                                                        && Rows.number(locked, "is_off") == 0)
                                        ? append(session, purchase, max)
                                        : Future.succeededFuture(place))))
                .toCompletionStage();
    }

    private static Future<WaitlistPlace> append(DatabaseSession session, Purchase purchase, int max) {
        long voucher = purchase.voucher().value();
        return session.run(COUNT, voucher)
                .map(rows -> Rows.number(rows, "waiting"))
                .compose(waiting -> waiting >= max
                        ? Future.succeededFuture(new WaitlistPlace.Full())
                        : session.run(DRAW, voucher)
                                .compose(_ -> session.run(
                                        INSERT,
                                        purchase.buyer().value(),
                                        purchase.order().value(),
                                        voucher))
                                .compose(_ -> find(session, purchase.voucher(), purchase.buyer())));
    }

    private static Future<WaitlistPlace> find(DatabaseSession session, VoucherId voucher, UserId buyer) {
        return session.run(FIND, buyer.value(), voucher.value()).compose(rows -> {
            Optional<Row> sale = Rows.first(rows, row -> row).filter(row -> row.getValue("waitlist_last") != null);
            if (sale.isEmpty()) {
                return Future.succeededFuture(new WaitlistPlace.NoWaitlist());
            }
            Long number = Columns.numberOrNull(sale.get(), "number");
            if (number == null) {
                boolean over = Columns.number(sale.get(), "is_over") == 1;
                return Future.succeededFuture(over ? new WaitlistPlace.Over() : new WaitlistPlace.NotInLine());
            }
            return session.run(POSITION, voucher.value(), number).map(counted -> inLine(number, counted));
        });
    }

    /** The entry itself may be gone since it was found. */
    private static WaitlistPlace inLine(long number, RowSet<Row> counted) {
        long position =
                Rows.first(counted, row -> Columns.number(row, "position")).orElse(1L);
        return new WaitlistPlace.InLine(number, Math.max(1, position));
    }

    @Override
    public CompletionStage<WaitlistPlace> find(VoucherId voucher, UserId buyer) {
        return database.answer(session -> find(session, voucher, buyer));
    }

    @Override
    public CompletionStage<Void> leave(VoucherId voucher, UserId buyer) {
        return database.write(LEAVE, voucher.value(), buyer.value());
    }

    @Override
    public CompletionStage<List<WaitingSale>> sales(long after, int max) {
        return database.answer(
                SALES,
                rows -> Rows.all(
                        rows,
                        row -> new WaitingSale(
                                new VoucherId(Columns.number(row, "voucher_id")),
                                new Shard(Columns.small(row, "shard")),
                                Columns.number(row, "waitlist_last"),
                                Columns.number(row, "number"),
                                Columns.number(row, "is_over") == 1)),
                after,
                max);
    }

    @Override
    public CompletionStage<List<Entry>> next(VoucherId voucher, long after, int max) {
        return database.answer(NEXT, rows -> Rows.all(rows, row -> entry(voucher, row)), voucher.value(), after, max);
    }

    private static Entry entry(VoucherId voucher, Row row) {
        OrderId order = new OrderId(Columns.number(row, "order_id"));
        return new Entry(
                Columns.number(row, "number"),
                new Purchase(order, voucher, new UserId(Columns.number(row, "user_id"))),
                Columns.number(row, "decided") == 1);
    }

    @Override
    public CompletionStage<Void> remove(VoucherId voucher, List<Entry> entries) {
        return database.answer(session -> Rows.in(
                        session,
                        REMOVE,
                        List.of(voucher.value()),
                        entries.stream().map(Entry::number).toList())
                .mapEmpty());
    }

    @Override
    public CompletionStage<Void> close(VoucherId voucher) {
        return database.inTransactionWithoutGapLocks(session ->
                        session.run(CLOSE, voucher.value()).compose(_ -> session.run(REMOVE_ALL, voucher.value())))
                .<Void>mapEmpty()
                .toCompletionStage();
    }
}
