package io.nightmarket.mysql.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions.ChangedOrders;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.lifecycle.StatusChange;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Refunds in refund. A transaction locks the order first, then its payment. */
public final class MySqlRefunds implements Refunds {
    private static final String PAID_BY = MySqlPaymentLedger.PAYMENTS
            + " WHERE status = 'CAPTURED' AND outcome = 'PAID' AND refunded = 0 AND order_id";

    /** Never more than was captured, however many ask. */
    private static final String TAKE_REFUND =
            "UPDATE payment SET refunded = refunded + captured WHERE refunded + captured <= captured AND id";

    private static final String INSERT_REFUND = "INSERT INTO refund (payment_id, order_id, amount, reason)"
            + " SELECT id, order_id, captured, ? FROM payment WHERE id";

    private static final String PENDING_REFUNDS = "SELECT payment_id, order_id, amount, reason FROM refund"
            + " WHERE done = 0 AND (created_at, payment_id) > (COALESCE("
            + "(SELECT a.created_at FROM refund a WHERE a.payment_id = ?), FROM_UNIXTIME(1)), ?)"
            + " ORDER BY created_at, payment_id LIMIT ?";

    private static final String REFUND_DONE =
            "UPDATE refund SET done = 1, done_at = NOW(3) WHERE payment_id = ? AND done = 0";

    private static final String EVENT = "INSERT INTO order_event (order_id, kind, user_id)"
            + " SELECT o.id, ?, o.user_id FROM payment p JOIN tb_voucher_order o ON o.id = p.order_id WHERE p.id = ?";

    private static final String RETURNING = "MONEY_RETURNING";
    private static final String RETURNED = "MONEY_RETURNED";

    private final Database database;

    public MySqlRefunds(Database database) {
        this.database = database;
    }

    /** Writes a refund of a captured payment, unless it has one; one that is not of the order is seen in the history. */
    static Future<Boolean> write(DatabaseSession session, PaymentId id, Refund.Reason reason) {
        return session.run(TAKE_REFUND + " = ?", id.value())
                .compose(taken -> taken.rowCount() == 0
                        ? Future.succeededFuture(false)
                        : session.run(INSERT_REFUND + " = ?", reason.name(), id.value())
                                .compose(_ -> reason.isOfOrder()
                                        ? Future.succeededFuture()
                                        : session.run(EVENT, RETURNING, id.value()))
                                .map(true));
    }

    /** Those of the orders that no payment here paid. */
    public static Future<List<Order>> paidElsewhere(DatabaseSession session, List<Order> paid) {
        List<Long> ids = paid.stream().map(order -> order.id().value()).toList();
        return Rows.in(session, PAID_BY + " IN", ids).map(rows -> {
            Set<OrderId> here = rows.stream()
                    .map(row -> MySqlPaymentLedger.payment(row).order())
                    .collect(Collectors.toSet());
            return paid.stream().filter(order -> !here.contains(order.id())).toList();
        });
    }

    /**
     * Refunds locked orders that are paid; those that no payment here paid are left as they are.
     *
     * @param paid none has a refund
     */
    public static Future<ChangedOrders> refundAll(DatabaseSession session, List<Order> paid, Refund.Reason reason) {
        List<Long> ids = paid.stream().map(order -> order.id().value()).toList();
        return Rows.in(session, PAID_BY + " IN", ids).compose(rows -> {
            List<Payment> payments =
                    rows.stream().map(MySqlPaymentLedger::payment).toList();
            List<Long> payers =
                    payments.stream().map(payment -> payment.id().value()).toList();
            Set<OrderId> refunding = payments.stream().map(Payment::order).collect(Collectors.toSet());
            return Rows.in(session, TAKE_REFUND + " IN", payers)
                    .compose(_ -> Rows.in(session, INSERT_REFUND + " IN", List.of(reason.name()), payers))
                    .compose(_ -> new StatusChange(session, OrderTransition.REQUEST_REFUND)
                            .apply(paid.stream()
                                    .filter(order -> refunding.contains(order.id()))
                                    .toList()));
        });
    }

    @Override
    public CompletionStage<RefundRequest> requestRefund(OrderId id, UserId buyer) {
        return requestRefund(
                id, order -> order.user().equals(buyer), Refund.Reason.REQUESTED, _ -> Future.succeededFuture());
    }

    @Override
    public CompletionStage<RefundRequest> requestRefund(OrderId id, StaffAction action) {
        return requestRefund(
                id,
                _ -> true,
                Refund.Reason.STAFF,
                session -> AuditRows.write(session, action, OrderStatus.PAID.name(), OrderStatus.REFUNDING.name()));
    }

    /** @param note writes more in the transaction of a refund that is accepted */
    private CompletionStage<RefundRequest> requestRefund(
            OrderId id, Predicate<Order> mayBe, Refund.Reason reason, Function<DatabaseSession, Future<Void>> note) {
        return database.answerInTransaction(session -> StatusChange.lock(session, id)
                .compose(found -> found.filter(mayBe)
                        .map(order -> requestRefund(session, order, reason))
                        .orElseGet(() -> Future.succeededFuture(new RefundRequest.NoSuchOrder())))
                .compose(request -> request instanceof RefundRequest.Accepted
                        ? note.apply(session).map(request)
                        : Future.succeededFuture(request)));
    }

    private static Future<RefundRequest> requestRefund(DatabaseSession session, Order order, Refund.Reason reason) {
        StatusChange change = new StatusChange(session, OrderTransition.REQUEST_REFUND);
        if (!change.isAllowed(order)) {
            return Future.succeededFuture(new RefundRequest.NotRefundable(order));
        }
        return session.run(PAID_BY + " = ?", order.id().value())
                .map(rows -> Rows.first(rows, MySqlPaymentLedger::payment))
                .compose(payment -> payment.map(paid -> write(session, paid.id(), reason))
                        .orElseGet(() -> Future.succeededFuture(false)))
                .compose(taken -> taken
                        ? change.apply(order)
                                .map(done -> new RefundRequest.Accepted(
                                        done.orders().getFirst(),
                                        done.releases().stream().findFirst()))
                        : Future.succeededFuture(new RefundRequest.NotRefundable(order)));
    }

    @Override
    public CompletionStage<List<Refund>> pendingRefunds(long after, int max) {
        return database.answer(PENDING_REFUNDS, rows -> Rows.all(rows, MySqlRefunds::refund), after, after, max);
    }

    @Override
    public CompletionStage<Optional<Order>> completeRefund(Refund refund) {
        return database.answerInTransaction(session -> StatusChange.lock(session, refund.order())
                .compose(order -> session.run(REFUND_DONE, refund.payment().value())
                        .compose(done -> done.rowCount() == 1
                                ? complete(session, refund, order)
                                : Future.succeededFuture(Optional.empty()))));
    }

    private static Future<Optional<Order>> complete(DatabaseSession session, Refund refund, Optional<Order> order) {
        if (!refund.reason().isOfOrder()) {
            return session.run(EVENT, RETURNED, refund.payment().value()).map(order);
        }
        StatusChange change = new StatusChange(session, OrderTransition.COMPLETE_REFUND);
        return order.filter(change::isAllowed)
                .map(row -> change.apply(row).map(done -> done.orders().stream().findFirst()))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private static Refund refund(Row row) {
        return new Refund(
                new PaymentId(Columns.number(row, "payment_id")),
                new OrderId(Columns.number(row, "order_id")),
                Columns.number(row, "amount"),
                Refund.Reason.valueOf(Columns.text(row, "reason")));
    }
}
