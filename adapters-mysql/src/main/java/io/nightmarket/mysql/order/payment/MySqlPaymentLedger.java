package io.nightmarket.mysql.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.payment.CaptureDecision;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.mysql.client.Ages;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.lifecycle.StatusChange;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Payments in payment. A transaction locks the order first, then its payment. */
public final class MySqlPaymentLedger implements PaymentLedger {
    static final String PAYMENTS = "SELECT id, order_id, pay_type, amount, status, outcome, captured FROM payment";
    private static final String PAYMENT = PAYMENTS + " WHERE id = ?";

    private static final String INSERT = "INSERT INTO payment (id, order_id, pay_type, amount, status)"
            + " SELECT ?, ?, ?, pay_value, 'PENDING' FROM tb_voucher WHERE id = ?";

    /** Money may arrive after the gateway refused it, or was believed to. */
    private static final String CAPTURE =
            "UPDATE payment SET status = 'CAPTURED', captured = ?, outcome = ?, captured_at = NOW(3)"
                    + " WHERE id = ? AND status <> 'CAPTURED'";

    private static final String REFUSE = "UPDATE payment SET status = 'REFUSED' WHERE id = ? AND status = 'PENDING'";

    /** By its buyer, or with its sale; at most one event says so. */
    private static final String CANCELLED_FOR_GOOD =
            "SELECT 1 FROM order_event WHERE order_id = ? AND kind IN ('CANCELLED', 'CALLED_OFF') LIMIT 1";

    private static final String PENDING_ON_CHANNEL =
            "SELECT id FROM payment WHERE order_id = ? AND pay_type = ? AND status = 'PENDING' LIMIT 1";

    private static final String UNRESOLVED = PAYMENTS + " WHERE status = 'PENDING'"
            + " AND " + Ages.isOlder("created_at", "MICROSECOND") + " AND (created_at, id) > (COALESCE("
            + "(SELECT a.created_at FROM payment a WHERE a.id = ?), FROM_UNIXTIME(1)), ?) ORDER BY created_at, id LIMIT ?";

    private final Database database;

    public MySqlPaymentLedger(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Begun> begin(PaymentId id, OrderId order, UserId buyer, int payType) {
        return database.answerInTransaction(session -> find(session, id)
                .compose(known -> known.isPresent()
                        ? Future.succeededFuture(new Begun.Started(known.get()))
                        : StatusChange.lock(session, order)
                                .compose(found -> found.filter(row -> row.user().equals(buyer))
                                        .map(row -> begin(session, id, row, payType))
                                        .orElseGet(() -> Future.succeededFuture(new Begun.NoSuchOrder())))));
    }

    private static Future<Begun> begin(DatabaseSession session, PaymentId id, Order order, int payType) {
        if (order.status() != OrderStatus.UNPAID) {
            return Future.succeededFuture(new Begun.NotUnpaid(order));
        }
        return session.run(PENDING_ON_CHANNEL, order.id().value(), payType)
                .map(rows ->
                        Rows.<Begun>first(rows, row -> new Begun.Waiting(new PaymentId(Columns.number(row, "id")))))
                .compose(pending ->
                        pending.map(Future::succeededFuture).orElseGet(() -> insert(session, id, order, payType)));
    }

    private static Future<Begun> insert(DatabaseSession session, PaymentId id, Order order, int payType) {
        return session.run(
                        INSERT,
                        id.value(),
                        order.id().value(),
                        payType,
                        order.voucher().value())
                .compose(_ -> find(session, id))
                .map(made -> made.<Begun>map(Begun.Started::new).orElseGet(Begun.NoSuchOrder::new));
    }

    private static Future<Optional<Payment>> find(DatabaseSession session, PaymentId id) {
        return session.run(PAYMENT, id.value()).map(rows -> Rows.first(rows, MySqlPaymentLedger::payment));
    }

    @Override
    public CompletionStage<Capture> capture(PaymentId id, long amount) {
        return database.answerInTransaction(session -> find(session, id)
                .compose(found -> found.map(payment -> capture(session, payment, amount))
                        .orElseGet(() -> Future.succeededFuture(first(Recorded.UNKNOWN, Optional.empty())))));
    }

    private static Future<Capture> capture(DatabaseSession session, Payment payment, long amount) {
        return StatusChange.lock(session, payment.order())
                .compose(order -> isCancelledForGood(session, order)
                        .map(cancelled -> CaptureDecision.of(payment, amount, order, cancelled))
                        .compose(money -> session.run(
                                        CAPTURE,
                                        amount,
                                        money.recorded().name(),
                                        payment.id().value())
                                .compose(captured -> captured.rowCount() == 0
                                        ? before(session, payment.id())
                                        : apply(session, payment, order, money))));
    }

    private static Future<Boolean> isCancelledForGood(DatabaseSession session, Optional<Order> order) {
        return order.filter(found -> found.status() == OrderStatus.CANCELLED)
                .map(found ->
                        session.run(CANCELLED_FOR_GOOD, found.id().value()).map(rows -> rows.size() > 0))
                .orElseGet(() -> Future.succeededFuture(false));
    }

    private static Future<Capture> apply(
            DatabaseSession session, Payment payment, Optional<Order> order, CaptureDecision money) {
        return switch (money) {
            case CaptureDecision.Pays(Order unpaid) -> pay(session, payment, unpaid);
            case CaptureDecision.IsLate _ -> Future.succeededFuture(first(Recorded.LATE, Optional.empty()));
            case CaptureDecision.Returns(Refund.Reason reason) ->
                MySqlRefunds.write(session, payment.id(), reason).map(_ -> first(Recorded.TO_REFUND, order));
        };
    }

    private static Future<Capture> pay(DatabaseSession session, Payment payment, Order order) {
        return new StatusChange(session, OrderTransition.pay(payment.payType()))
                .apply(order)
                .map(done -> first(Recorded.PAID, done.orders().stream().findFirst()));
    }

    private static Capture first(Recorded outcome, Optional<Order> changed) {
        return new Capture(outcome, changed, OptionalLong.empty());
    }

    /** What an earlier call wrote, read with a lock: a plain read may be older. */
    private static Future<Capture> before(DatabaseSession session, PaymentId id) {
        return session.run(PAYMENT + " FOR UPDATE", id.value())
                .map(rows -> Rows.first(
                                rows,
                                row -> new Capture(
                                        Recorded.valueOf(Columns.text(row, "outcome")),
                                        Optional.empty(),
                                        OptionalLong.of(Columns.number(row, "captured"))))
                        .orElseGet(() -> first(Recorded.UNKNOWN, Optional.empty())));
    }

    @Override
    public CompletionStage<Recorded> refuse(PaymentId id) {
        return database.answer(session -> session.run(REFUSE, id.value())
                .compose(_ -> session.run(PAYMENT, id.value()))
                .map(rows -> Rows.first(rows, MySqlPaymentLedger::recorded).orElse(Recorded.UNKNOWN)));
    }

    private static Recorded recorded(Row row) {
        return payment(row).status() == Payment.Status.CAPTURED
                ? Recorded.valueOf(Columns.text(row, "outcome"))
                : Recorded.REFUSED;
    }

    @Override
    public CompletionStage<List<Payment>> unresolved(Duration age, long after, int max) {
        return database.answer(
                UNRESOLVED,
                rows -> Rows.all(rows, MySqlPaymentLedger::payment),
                age.toNanos() / 1_000,
                after,
                after,
                max);
    }

    static Payment payment(Row row) {
        return new Payment(
                new PaymentId(Columns.number(row, "id")),
                new OrderId(Columns.number(row, "order_id")),
                Columns.small(row, "pay_type"),
                Columns.number(row, "amount"),
                Payment.Status.valueOf(Columns.text(row, "status")));
    }
}
