package io.nightmarket.mysql.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.lifecycle.OrderTransition;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.payment.Payment;
import io.nightmarket.domain.payment.PaymentId;
import io.nightmarket.domain.payment.PaymentLedger;
import io.nightmarket.domain.payment.Refund;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.lifecycle.StatusChange;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Payments in payment, refunds in refund. A transaction locks the order first, then its payment. */
public final class MySqlPaymentLedger implements PaymentLedger {
    private static final String PAYMENTS = "SELECT id, order_id, pay_type, amount, status, outcome FROM payment";
    private static final String PAYMENT = PAYMENTS + " WHERE id = ?";

    private static final String INSERT = "INSERT INTO payment (id, order_id, pay_type, amount, status)"
            + " SELECT ?, ?, ?, pay_value, 'PENDING' FROM tb_voucher WHERE id = ?";

    /** Money may arrive after the gateway refused it, or was believed to. */
    private static final String CAPTURE =
            "UPDATE payment SET status = 'CAPTURED', captured = ?, outcome = ?, captured_at = NOW(3)"
                    + " WHERE id = ? AND status <> 'CAPTURED'";

    private static final String REFUSE = "UPDATE payment SET status = 'REFUSED' WHERE id = ? AND status = 'PENDING'";

    private static final String PAID_BY = PAYMENTS + " WHERE order_id = ? AND status = 'CAPTURED' AND outcome = 'PAID'";

    /** Never more than was captured, however many ask. */
    private static final String TAKE_REFUND =
            "UPDATE payment SET refunded = refunded + captured WHERE id = ? AND refunded + captured <= captured";

    private static final String INSERT_REFUND = "INSERT INTO refund (payment_id, order_id, amount, reason)"
            + " SELECT id, order_id, captured, ? FROM payment WHERE id = ?";

    private static final String PENDING_REFUNDS =
            "SELECT payment_id, order_id, amount, reason FROM refund" + " WHERE done = 0 ORDER BY created_at LIMIT ?";

    private static final String REFUND_DONE =
            "UPDATE refund SET done = 1, done_at = NOW(3) WHERE payment_id = ? AND done = 0";

    private static final String UNRESOLVED = PAYMENTS + " WHERE status = 'PENDING'"
            + " AND created_at <= NOW(3) - INTERVAL ? MICROSECOND ORDER BY created_at LIMIT ?";

    private static final String SEEN = "INSERT IGNORE INTO payment_notification (id) VALUES (?)";

    private final Database database;

    public MySqlPaymentLedger(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Begun> begin(PaymentId id, OrderId order, UserId buyer, int payType) {
        return database.inTransactionWithoutGapLocks(session -> find(session, id)
                        .compose(known -> known.isPresent()
                                ? Future.succeededFuture(new Begun.Started(known.get()))
                                : StatusChange.lock(session, order)
                                        .compose(found -> found.filter(
                                                        row -> row.user().equals(buyer))
                                                .map(row -> begin(session, id, row, payType))
                                                .orElseGet(() -> Future.succeededFuture(new Begun.NoSuchOrder())))))
                .toCompletionStage();
    }

    private static Future<Begun> begin(DatabaseSession session, PaymentId id, Order order, int payType) {
        if (order.status() != OrderStatus.UNPAID) {
            return Future.succeededFuture(new Begun.NotUnpaid(order));
        }
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
        return database.inTransactionWithoutGapLocks(session -> find(session, id)
                        .compose(found -> found.map(payment -> capture(session, payment, amount))
                                .orElseGet(
                                        () -> Future.succeededFuture(new Capture(Recorded.UNKNOWN, Optional.empty())))))
                .toCompletionStage();
    }

    private static Future<Capture> capture(DatabaseSession session, Payment payment, long amount) {
        return StatusChange.lock(session, payment.order()).compose(order -> {
            Optional<Refund.Reason> reason = reasonToRefund(payment, amount, order);
            Recorded outcome = outcome(reason, order);
            return session.run(CAPTURE, amount, outcome.name(), payment.id().value())
                    .compose(captured -> captured.rowCount() == 0
                            ? before(session, payment.id()).map(earlier -> new Capture(earlier, Optional.empty()))
                            : switch (outcome) {
                                case PAID -> pay(session, payment, order.orElseThrow());
                                case TO_REFUND ->
                                    refund(session, payment.id(), reason.orElseThrow())
                                            .map(_ -> new Capture(outcome, Optional.empty()));
                                case LATE, REFUSED, UNKNOWN ->
                                    Future.succeededFuture(new Capture(outcome, Optional.empty()));
                            });
        });
    }

    private static Recorded outcome(Optional<Refund.Reason> reason, Optional<Order> order) {
        if (reason.isPresent()) {
            return Recorded.TO_REFUND;
        }
        return order.filter(row -> row.status() == OrderStatus.CANCELLED).isPresent() ? Recorded.LATE : Recorded.PAID;
    }

    private static Future<Capture> pay(DatabaseSession session, Payment payment, Order order) {
        return new StatusChange(session, new OrderTransition.Pay(payment.payType()))
                .apply(order)
                .map(done -> new Capture(Recorded.PAID, done.orders().stream().findFirst()));
    }

    /** An order whose row is gone can't be paid either. */
    private static Optional<Refund.Reason> reasonToRefund(Payment payment, long amount, Optional<Order> order) {
        if (amount != payment.amount()) {
            return Optional.of(Refund.Reason.WRONG_AMOUNT);
        }
        if (order.isEmpty()) {
            return Optional.of(Refund.Reason.LATE);
        }
        return switch (order.get().status()) {
            case UNPAID, CANCELLED -> Optional.empty();
            case PAID, USED, REFUNDING, REFUNDED -> Optional.of(Refund.Reason.DUPLICATE);
        };
    }

    /** What an earlier call wrote, read with a lock: a plain read may be older. */
    private static Future<Recorded> before(DatabaseSession session, PaymentId id) {
        return session.run(PAYMENT + " FOR UPDATE", id.value())
                .map(rows -> Rows.first(rows, row -> Recorded.valueOf(Columns.text(row, "outcome")))
                        .orElse(Recorded.UNKNOWN));
    }

    static Future<Boolean> refund(DatabaseSession session, PaymentId id, Refund.Reason reason) {
        return session.run(TAKE_REFUND, id.value())
                .compose(taken -> taken.rowCount() == 0
                        ? Future.succeededFuture(false)
                        : session.run(INSERT_REFUND, reason.name(), id.value()).map(true));
    }

    @Override
    public CompletionStage<Recorded> refuse(PaymentId id) {
        return database.onSession(session -> session.run(REFUSE, id.value())
                        .compose(_ -> session.run(PAYMENT, id.value()))
                        .map(rows ->
                                Rows.first(rows, MySqlPaymentLedger::recorded).orElse(Recorded.UNKNOWN)))
                .toCompletionStage();
    }

    private static Recorded recorded(Row row) {
        return payment(row).status() == Payment.Status.CAPTURED
                ? Recorded.valueOf(Columns.text(row, "outcome"))
                : Recorded.REFUSED;
    }

    @Override
    public CompletionStage<RefundRequest> requestRefund(OrderId id, UserId buyer) {
        return database.inTransactionWithoutGapLocks(session -> StatusChange.lock(session, id)
                        .compose(found -> found.filter(order -> order.user().equals(buyer))
                                .map(order -> requestRefund(session, order))
                                .orElseGet(() -> Future.succeededFuture(new RefundRequest.NoSuchOrder()))))
                .toCompletionStage();
    }

    private static Future<RefundRequest> requestRefund(DatabaseSession session, Order order) {
        StatusChange change = new StatusChange(session, new OrderTransition.RequestRefund());
        if (!change.isAllowed(order)) {
            return Future.succeededFuture(new RefundRequest.NotRefundable(order));
        }
        return session.run(PAID_BY, order.id().value())
                .map(rows -> Rows.first(rows, MySqlPaymentLedger::payment))
                .compose(payment -> payment.map(paid -> refund(session, paid.id(), Refund.Reason.REQUESTED))
                        .orElseGet(() -> Future.succeededFuture(false)))
                .compose(taken -> taken
                        ? change.apply(order)
                                .map(done -> new RefundRequest.Accepted(
                                        done.orders().getFirst(),
                                        done.releases().stream().findFirst()))
                        : Future.succeededFuture(new RefundRequest.NotRefundable(order)));
    }

    @Override
    public CompletionStage<List<Refund>> pendingRefunds(int max) {
        return database.answer(PENDING_REFUNDS, rows -> Rows.all(rows, MySqlPaymentLedger::refund), max);
    }

    @Override
    public CompletionStage<Optional<Order>> completeRefund(Refund refund) {
        return database.inTransactionWithoutGapLocks(session -> StatusChange.lock(session, refund.order())
                        .compose(order -> session.run(
                                        REFUND_DONE, refund.payment().value())
                                .compose(done -> done.rowCount() == 1 && refund.reason() == Refund.Reason.REQUESTED
                                        ? complete(session, order)
                                        : Future.succeededFuture(Optional.empty()))))
                .toCompletionStage();
    }

    private static Future<Optional<Order>> complete(DatabaseSession session, Optional<Order> order) {
        StatusChange change = new StatusChange(session, new OrderTransition.CompleteRefund());
        return order.filter(change::isAllowed)
                .map(row -> change.apply(row).map(done -> done.orders().stream().findFirst()))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    @Override
    public CompletionStage<List<Payment>> unresolved(Duration age, int max) {
        return database.answer(
                UNRESOLVED, rows -> Rows.all(rows, MySqlPaymentLedger::payment), age.toNanos() / 1_000, max);
    }

    @Override
    public CompletionStage<Boolean> firstSeen(String notification) {
        return database.answer(
                SEEN,
                inserted -> inserted.rowCount() == 1,
                Buffer.buffer(notification.getBytes(StandardCharsets.UTF_8)));
    }

    static Payment payment(Row row) {
        return new Payment(
                new PaymentId(Columns.number(row, "id")),
                new OrderId(Columns.number(row, "order_id")),
                Columns.small(row, "pay_type"),
                Columns.number(row, "amount"),
                Payment.Status.valueOf(Columns.text(row, "status")));
    }

    private static Refund refund(Row row) {
        return new Refund(
                new PaymentId(Columns.number(row, "payment_id")),
                new OrderId(Columns.number(row, "order_id")),
                Columns.number(row, "amount"),
                Refund.Reason.valueOf(Columns.text(row, "reason")));
    }
}
