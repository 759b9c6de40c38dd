package io.nightmarket.mysql.order.calloff;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.calloff.CallOff;
import io.nightmarket.domain.order.calloff.CallOff.Money;
import io.nightmarket.domain.order.calloff.CallOff.Orders;
import io.nightmarket.domain.order.calloff.CallOffs;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.sale.MySqlFlashSales;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Call-offs in sale_call_off. What is counted of the orders is read in one snapshot, which later changes make void. */
public final class MySqlCallOffs implements CallOffs {
    private static final String LOCK = "SELECT state FROM flash_sale WHERE voucher_id = ? FOR UPDATE";
    private static final String BEGIN =
            "INSERT INTO sale_call_off (voucher_id, actor, reason) VALUES (?, ?, LEFT(?, 500))";
    private static final String CLEAR_WAITLIST = "DELETE FROM waitlist_entry WHERE voucher_id = ?";

    private static final String UNFINISHED = "SELECT c.voucher_id FROM sale_call_off c WHERE c.done_at IS NULL"
            + " OR EXISTS (SELECT 1 FROM tb_voucher_order o WHERE o.voucher_id = c.voucher_id AND o.id > c.after_order)"
            + " ORDER BY c.voucher_id LIMIT ?";

    private static final String FIND = "SELECT actor, reason, begun_at, done_at, reopened, 0 AS still, cancelled,"
            + " 0 AS refunding, refunded, used, to_return, money_in, money_out, money_used, money_to_return,"
            + " (SELECT COUNT(*) FROM dead_letter d WHERE d.voucher_id = c.voucher_id) AS letters"
            + " FROM sale_call_off c WHERE voucher_id = ?";

    private static final String DONE =
            "UPDATE sale_call_off SET done_at = NOW(3), cancelled = ?, refunded = ?, used = ?,"
                    + " to_return = ?, money_in = ?, money_out = ?, money_used = ?, money_to_return = ?"
                    + " WHERE voucher_id = ? AND done_at IS NULL AND reopened = ?";

    private static final String NEXT_PASS = "UPDATE sale_call_off SET after_order = 0 WHERE voucher_id = ?";

    private final Database database;
    private final CalledOffOrders orders;

    public MySqlCallOffs(Database database) {
        this.database = database;
        this.orders = new CalledOffOrders(database);
    }

    @Override
    public CompletionStage<Boolean> begin(VoucherId sale, StaffAction action) {
        return database.answerInTransaction(session -> session.run(LOCK, sale.value())
                .map(rows -> Rows.first(rows, row -> SaleState.valueOf(Columns.text(row, "state"))))
                .compose(state -> state.filter(before -> before != SaleState.CALLED_OFF)
                        .map(before -> begin(session, sale, before, action))
                        .orElseGet(Future::succeededFuture)
                        .map(_ -> state.isPresent())));
    }

    private static Future<?> begin(DatabaseSession session, VoucherId sale, SaleState before, StaffAction action) {
        return session.run(BEGIN, sale.value(), action.actor().value(), action.reason())
                .compose(_ -> session.run(CLEAR_WAITLIST, sale.value()))
                .compose(_ -> AuditRows.write(session, action, before.name(), SaleState.CALLED_OFF.name()))
                .compose(_ -> MySqlFlashSales.setState(session, sale, SaleState.CALLED_OFF));
    }

    @Override
    public CompletionStage<List<VoucherId>> unfinished(int max) {
        return database.answer(
                UNFINISHED, rows -> Rows.all(rows, row -> new VoucherId(Columns.number(row, "voucher_id"))), max);
    }

    @Override
    public CompletionStage<Cleared> clear(VoucherId sale, int max, boolean refunds) {
        return orders.clear(sale, max, refunds).toCompletionStage();
    }

    /** What is open is looked for first: counting reads all orders. */
    @Override
    public CompletionStage<Boolean> finish(VoucherId sale, long reservations) {
        return database.onSession(session -> CallOffCounts.isOpen(session, sale, reservations))
                .compose(open -> open ? Future.succeededFuture(false) : finish(sale))
                .toCompletionStage();
    }

    private Future<Boolean> finish(VoucherId sale) {
        return database.inSnapshot(session -> find(session, sale))
                .compose(found -> found.filter(row -> row.callOff.done().isEmpty())
                        .map(row -> finish(sale, row))
                        .orElseGet(() -> Future.succeededFuture(true)));
    }

    private Future<Boolean> finish(VoucherId sale, Found found) {
        Money money = found.callOff.money();
        if (found.callOff.orders().left() > 0) {
            return database.run(NEXT_PASS, _ -> false, sale.value());
        }
        return money.addsUp()
                ? database.run(DONE, rows -> rows.rowCount() == 1, values(sale, found))
                : Future.failedFuture(
                        new Corrupt("the money of the called-off sale " + sale.value() + " does not add up: " + money));
    }

    private static Object[] values(VoucherId sale, Found found) {
        Orders orders = found.callOff.orders();
        Money money = found.callOff.money();
        return Stream.of(
                        orders.cancelled(),
                        orders.refunded(),
                        orders.used(),
                        orders.toReturn(),
                        money.in(),
                        money.out(),
                        money.used(),
                        money.toReturn(),
                        sale.value(),
                        found.reopened)
                .toArray();
    }

    @Override
    public CompletionStage<Optional<CallOff>> find(VoucherId sale) {
        return database.inSnapshot(session -> find(session, sale))
                .map(found -> found.map(Found::callOff))
                .toCompletionStage();
    }

    /** @param reopened changes with each order that is ended, or that an undone redemption leaves to be ended */
    private record Found(CallOff callOff, long reopened) {}

    /** What is done is answered as it was then. */
    private static Future<Optional<Found>> find(DatabaseSession session, VoucherId sale) {
        return session.run(FIND, sale.value())
                .map(rows -> Rows.first(rows, row -> row))
                .compose(row -> row.isEmpty()
                        ? Future.succeededFuture(Optional.empty())
                        : Columns.timeOrNull(row.get(), "done_at") != null
                                ? Future.succeededFuture(Optional.of(found(row.get(), CallOffCounts.of(row.get()))))
                                : CallOffCounts.count(session, sale)
                                        .map(counts -> Optional.of(found(row.get(), counts))));
    }

    private static Found found(Row row, CallOffCounts counts) {
        return new Found(
                new CallOff(
                        new UserId(Columns.number(row, "actor")),
                        Columns.text(row, "reason"),
                        Columns.time(row, "begun_at"),
                        Optional.ofNullable(Columns.timeOrNull(row, "done_at")),
                        counts.orders(Columns.number(row, "letters")),
                        counts.money()),
                Columns.number(row, "reopened"));
    }
}
