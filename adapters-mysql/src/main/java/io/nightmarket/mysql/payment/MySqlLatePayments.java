package io.nightmarket.mysql.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.lifecycle.OrderTransition;
import io.nightmarket.domain.lifecycle.UnitRelease;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.payment.LatePayments;
import io.nightmarket.domain.payment.Payment;
import io.nightmarket.domain.payment.PaymentId;
import io.nightmarket.domain.payment.Refund;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.voucher.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.lifecycle.StatusChange;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Payments whose outcome is LATE. Locks are taken in the order of {@link StatusChange}. */
public final class MySqlLatePayments implements LatePayments {
    private static final String LATE = "SELECT p.id, p.order_id, p.pay_type, p.amount, p.status, p.outcome,"
            + " o.voucher_id, o.user_id, f.shard, r.shard AS release_shard, r.revision,"
            + " p.captured_at <= NOW(3) - INTERVAL ? MICROSECOND AS is_old"
            + " FROM payment p JOIN tb_voucher_order o ON o.id = p.order_id"
            + " LEFT JOIN flash_sale f ON f.voucher_id = o.voucher_id"
            + " LEFT JOIN stock_return r ON r.id = o.id AND r.done = 0 WHERE p.outcome = 'LATE'";
    private static final String OLDEST = LATE + " ORDER BY p.captured_at LIMIT ?";
    private static final String ONE = LATE + " AND p.id = ? LIMIT 1";

    private static final String DECIDE = "UPDATE payment SET outcome = ? WHERE id = ? AND outcome = 'LATE'";

    private static final String CLAIM =
            "INSERT IGNORE INTO order_claim (voucher_id, user_id, order_id, revision) VALUES (?, ?, ?, ?)";

    private static final String TAKE_UNIT =
            "UPDATE tb_seckill_voucher SET stock = stock - 1 WHERE voucher_id = ? AND stock > 0";

    private static final String RELEASE =
            "REPLACE INTO stock_return (id, shard, kind, voucher_id, user_id, units, revision)"
                    + " VALUES (?, ?, 'CANCEL', ?, ?, 1, ?)";

    private final Database database;

    public MySqlLatePayments(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<LatePayment>> undecided(Duration old, int max) {
        return database.answer(OLDEST, rows -> Rows.all(rows, MySqlLatePayments::late), old.toNanos() / 1_000, max);
    }

    @Override
    public CompletionStage<Optional<LatePayment>> find(PaymentId id, Duration old) {
        return database.answer(
                ONE, rows -> Rows.first(rows, MySqlLatePayments::late), old.toNanos() / 1_000, id.value());
    }

    private static LatePayment late(Row row) {
        Payment payment = MySqlPaymentLedger.payment(row);
        OrderId order = payment.order();
        VoucherId voucher = new VoucherId(Columns.number(row, "voucher_id"));
        UserId buyer = new UserId(Columns.number(row, "user_id"));
        Optional<Shard> releasing = shard(row, "release_shard");
        return new LatePayment(
                payment,
                new Purchase(order, voucher, buyer, payment.id().value()),
                shard(row, "shard"),
                releasing.map(shard ->
                        new UnitRelease(shard, new Purchase(order, voucher, buyer, Columns.number(row, "revision")))),
                Columns.number(row, "is_old") == 1);
    }

    private static Optional<Shard> shard(Row row, String column) {
        return row.getValue(column) == null ? Optional.empty() : Optional.of(new Shard(Columns.small(row, column)));
    }

    /** What was taken is given back with the transaction when a later step refuses. */
    @Override
    public CompletionStage<Optional<Order>> revive(LatePayment late) {
        OrderTransition revival = new OrderTransition.Revive(late.payment().payType());
        return unlessRefused(database.inTransactionWithoutGapLocks(session -> {
            StatusChange change = new StatusChange(session, revival);
            return StatusChange.lock(session, late.purchase().order())
                    .map(found -> found.filter(change::isAllowed)
                            .orElseThrow(() -> new Conflict("the order is not cancelled")))
                    .compose(order -> decide(session, late, "PAID")
                            .compose(_ -> takeUnit(session, late))
                            .compose(_ -> change.apply(order)))
                    .map(done -> done.orders().stream().findFirst());
        }));
    }

    private static <T> CompletionStage<Optional<T>> unlessRefused(Future<Optional<T>> answer) {
        return answer.recover(failure -> failure instanceof Conflict
                        ? Future.succeededFuture(Optional.empty())
                        : Future.failedFuture(failure))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<UnitRelease>> giveUp(LatePayment late) {
        return unlessRefused(database.inTransactionWithoutGapLocks(session -> StatusChange.lock(
                        session, late.purchase().order())
                .compose(_ -> decide(session, late, "TO_REFUND"))
                .compose(_ -> MySqlRefunds.write(session, late.payment().id(), Refund.Reason.LATE))
                .compose(_ -> late.shard()
                        .map(shard -> release(session, shard, late.purchase()))
                        .orElseGet(() -> Future.succeededFuture(Optional.empty())))));
    }

    private static Future<Optional<UnitRelease>> release(DatabaseSession session, Shard shard, Purchase purchase) {
        return session.run(
                        RELEASE,
                        purchase.order().value(),
                        shard.number(),
                        purchase.voucher().value(),
                        purchase.buyer().value(),
                        purchase.revision())
                .map(Optional.of(new UnitRelease(shard, purchase)));
    }

    private static Future<Void> decide(DatabaseSession session, LatePayment late, String outcome) {
        return one(session.run(DECIDE, outcome, late.payment().id().value()), "the payment is decided");
    }

    private static Future<Void> takeUnit(DatabaseSession session, LatePayment late) {
        Purchase purchase = late.purchase();
        return late.shard().isEmpty()
                ? Future.succeededFuture()
                : one(
                                session.run(
                                        CLAIM,
                                        purchase.voucher().value(),
                                        purchase.buyer().value(),
                                        purchase.order().value(),
                                        purchase.revision()),
                                "the buyer has another order")
                        .compose(_ ->
                                one(session.run(TAKE_UNIT, purchase.voucher().value()), "the stock is empty"));
    }

    private static Future<Void> one(Future<RowSet<Row>> write, String otherwise) {
        return write.compose(written ->
                written.rowCount() == 1 ? Future.succeededFuture() : Future.failedFuture(new Conflict(otherwise)));
    }
}
