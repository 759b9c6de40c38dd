package io.nightmarket.mysql.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Ages;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.lifecycle.StatusChange;
import io.nightmarket.mysql.sale.ReleaseRows;
import io.nightmarket.mysql.sale.ReleaseRows.Kind;
import io.nightmarket.mysql.sale.ShardEpochs;
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
            + Ages.isOlder("p.captured_at", "MICROSECOND") + " AS is_old"
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

    private static final String NOTE_REVIVAL =
            "UPDATE flash_sale SET revived_in = ? WHERE voucher_id = ? AND state <> 'CALLED_OFF'";

    private static final String CLAIMED =
            "SELECT 1 FROM order_claim WHERE voucher_id = ? AND user_id = ? AND order_id = ? AND revision = ?";

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

    /** What was taken is given back with the transaction when a later step refuses. The stock comes last, as in StatusChange. */
    @Override
    public CompletionStage<Optional<Order>> revive(LatePayment late, Optional<Epoch> reservedIn) {
        OrderTransition revival = OrderTransition.revive(late.payment().payType());
        return database.inTransactionWithoutGapLocks(session -> {
                    StatusChange change = new StatusChange(session, revival);
                    return StatusChange.lock(session, late.purchase().order())
                            .map(found -> found.filter(change::isAllowed)
                                    .orElseThrow(() -> new Conflict("the order is not cancelled")))
                            .compose(order -> decide(session, late, "PAID")
                                    .compose(_ -> reservedIn
                                            .map(epoch -> claim(session, epoch, late.purchase()))
                                            .orElseGet(Future::succeededFuture))
                                    .compose(_ -> change.apply(order)))
                            .compose(done -> reservedIn
                                    .map(epoch -> takeUnit(session, epoch, late.purchase()))
                                    .orElseGet(Future::succeededFuture)
                                    .map(_ -> done.orders().stream().findFirst()));
                })
                .recover(failure -> failure instanceof Conflict
                        ? Future.succeededFuture(Optional.empty())
                        : Future.failedFuture(failure))
                .toCompletionStage();
    }

    private static Future<Void> claim(DatabaseSession session, Epoch epoch, Purchase purchase) {
        return ShardEpochs.require(session, epoch)
                .compose(_ -> one(session.run(CLAIM, claimOf(purchase)), "the buyer has another order"));
    }

    private static Future<Void> takeUnit(DatabaseSession session, Epoch epoch, Purchase purchase) {
        return one(session.run(NOTE_REVIVAL, epoch.number(), purchase.voucher().value()), "the sale was called off")
                .compose(_ -> one(session.run(TAKE_UNIT, purchase.voucher().value()), "the stock is empty"));
    }

    @Override
    public CompletionStage<GivenUp> giveUp(LatePayment late, boolean mayBeReserved) {
        return database.answerInTransaction(session -> StatusChange.lock(
                        session, late.purchase().order())
                .compose(order -> refundUndecided(session, late)
                        .compose(refunded -> late.shard()
                                .filter(_ -> mayBeReserved)
                                .map(shard -> releaseUnclaimed(session, shard, late.purchase()))
                                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                                .map(release -> new GivenUp(order.filter(_ -> refunded), release)))));
    }

    private static Future<Boolean> refundUndecided(DatabaseSession session, LatePayment late) {
        return write(session, late, "TO_REFUND")
                .compose(decided -> decided.rowCount() == 1
                        ? MySqlRefunds.write(session, late.payment().id(), Refund.Reason.LATE)
                        : Future.succeededFuture(false));
    }

    /** A claim in this revision comes and goes under the lock of the order, and comes once. */
    private static Future<Optional<UnitRelease>> releaseUnclaimed(
            DatabaseSession session, Shard shard, Purchase purchase) {
        return session.run(CLAIMED, claimOf(purchase))
                .compose(claimed -> claimed.size() > 0
                        ? Future.succeededFuture(Optional.empty())
                        : ReleaseRows.write(session, List.of(ReleaseRows.row(Kind.CANCEL, shard, purchase)))
                                .map(Optional.of(new UnitRelease(shard, purchase))));
    }

    private static List<Long> claimOf(Purchase purchase) {
        return List.of(
                purchase.voucher().value(),
                purchase.buyer().value(),
                purchase.order().value(),
                purchase.revision());
    }

    private static Future<RowSet<Row>> write(DatabaseSession session, LatePayment late, String outcome) {
        return session.run(DECIDE, outcome, late.payment().id().value());
    }

    private static Future<Void> decide(DatabaseSession session, LatePayment late, String outcome) {
        return one(write(session, late, outcome), "the payment is decided");
    }

    private static Future<Void> one(Future<RowSet<Row>> write, String otherwise) {
        return write.compose(written ->
                written.rowCount() == 1 ? Future.succeededFuture() : Future.failedFuture(new Conflict(otherwise)));
    }
}
