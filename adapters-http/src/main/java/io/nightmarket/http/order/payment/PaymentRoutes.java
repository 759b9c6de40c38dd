package io.nightmarket.http.order.payment;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.payment.PayOrder;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.ReceiveNotification;
import io.nightmarket.domain.order.payment.RefundOrder;
import io.nightmarket.domain.order.payment.Refunds.RefundRequest;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.IdempotentRequests;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Pays and refunds orders, also for staff, and takes the notifications of the payment gateway. */
public final class PaymentRoutes implements Routes {
    /** Holds time and signature of a notification: {@code t=…,v1=…}. */
    private static final String SIGNATURE = "Payment-Signature";

    private static final long BALANCE = 1;

    /** A payment that waits for its payer, and the address at which it is paid. */
    private record PendingPayment(String payment, String payUrl) {}

    private final PayOrder payOrder;
    private final RefundOrder refundOrder;
    private final ReceiveNotification receiveNotification;
    private final IdempotentRequests idempotent;
    private final Limit limit;
    private final AuditLog audit;
    private final OrderNumbers numbers;

    public PaymentRoutes(
            SharedHttpState share,
            PayOrder payOrder,
            RefundOrder refundOrder,
            ReceiveNotification receiveNotification,
            IdempotencyKeys keys,
            OrderNumbers numbers) {
        this.payOrder = payOrder;
        this.refundOrder = refundOrder;
        this.receiveNotification = receiveNotification;
        this.idempotent = new IdempotentRequests(keys);
        this.limit = share.limits().ordering();
        this.audit = share.audit();
        this.numbers = numbers;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "payOrder",
                Options.USERS.limitedBy(limit).withPriority(Priority.FIRST),
                request -> payOrder.isPossible()
                        ? idempotent.run(
                                request,
                                "payOrder",
                                () -> payOrder.nextId().thenApply(PaymentId::value),
                                id -> pay(request, new PaymentId(id)))
                        : CompletableFuture.completedStage(Answer.refused(ErrorCode.PAYMENTS_OFF)));
        endpoints.bind(
                "refundOrder",
                Options.USERS.unchecked().limitedBy(limit).withPriority(Priority.FIRST),
                request -> idempotent.run(
                        request,
                        "refundOrder",
                        () -> IdempotentRequests.subject(order(request).value()),
                        _ -> refund(request)));
        endpoints.bind("refundByStaff", Options.OPERATORS.recorded().withPriority(Priority.FIRST), this::refundByStaff);
        endpoints.bind("notifyPayment", Options.PUBLIC.withPriority(Priority.FIRST), this::receive);
    }

    private static OrderId order(Request request) {
        return new OrderId(request.id("id"));
    }

    private CompletionStage<Answer> pay(Request request, PaymentId payment) {
        JsonBody body = request.body();
        int payType = (int) (long) Objects.requireNonNullElse(body.whole("payType"), BALANCE);
        String payer = Objects.requireNonNullElse(body.text("payer"), "");
        return payOrder.pay(payment, request.session().user(), order(request), payType, payer)
                .thenApply(PaymentRoutes::answer);
    }

    private static Answer answer(PayOrder.Outcome outcome) {
        return switch (outcome) {
            case PayOrder.Outcome.Paid(var payment) -> Answer.of(view(payment), "PAID");
            case PayOrder.Outcome.Pending(var payment, var payUrl) ->
                Answer.of(
                        payUrl.<Object>map(url -> new PendingPayment(view(payment), url))
                                .orElseGet(() -> view(payment)),
                        "PENDING");
            case PayOrder.Outcome.Refused _ -> Answer.refused(ErrorCode.PAYMENT_REFUSED);
            case PayOrder.Outcome.Refunded _ -> Answer.refused(ErrorCode.PAYMENT_TOO_LATE);
            case PayOrder.Outcome.NotUnpaid(var order) ->
                Answer.refused(
                        order.status() == OrderStatus.CANCELLED
                                ? ErrorCode.ORDER_CANCELLED
                                : ErrorCode.ORDER_PAID_ALREADY);
            case PayOrder.Outcome.NoSuchOrder _ -> Answer.refused(ErrorCode.ORDER_NOT_FOUND);
        };
    }

    private static String view(PaymentId payment) {
        return Long.toString(payment.value());
    }

    private CompletionStage<Answer> refund(Request request) {
        return refundOrder.refund(request.session().user(), order(request)).thenApply(PaymentRoutes::answer);
    }

    /** What is no order's id may be its number. */
    private CompletionStage<Answer> refundByStaff(Request request) {
        StaffAction action = audit.action(request, request.body().requiredText("reason"));
        Optional<OrderId> numbered =
                numbers.find(Objects.requireNonNull(request.context().pathParam("id")));
        return refundOrder
                .refund(order(request), action)
                .thenCompose(outcome -> outcome instanceof RefundRequest.NoSuchOrder && numbered.isPresent()
                        ? refundOrder.refund(numbered.get(), action)
                        : CompletableFuture.completedStage(outcome))
                .thenApply(PaymentRoutes::answer);
    }

    private static Answer answer(RefundRequest outcome) {
        return switch (outcome) {
            case RefundRequest.Accepted _ -> Answer.DONE;
            case RefundRequest.NotRefundable(var order) ->
                order.status() == OrderStatus.REFUNDING || order.status() == OrderStatus.REFUNDED
                        ? Answer.DONE
                        : Answer.refused(ErrorCode.ORDER_NOT_REFUNDABLE);
            case RefundRequest.NoSuchOrder _ -> Answer.refused(ErrorCode.ORDER_NOT_FOUND);
        };
    }

    private CompletionStage<Answer> receive(Request request) {
        Buffer body = Objects.requireNonNull(request.context().body().buffer());
        String signature =
                Objects.requireNonNullElse(request.context().request().getHeader(SIGNATURE), "");
        return receiveNotification.receive(body.getBytes(), signature).thenApply(outcome -> switch (outcome) {
            case RECORDED -> Answer.DONE;
            case FORGED -> refused(request, ErrorCode.SIGNATURE_WRONG);
            case REPLAYED -> refused(request, ErrorCode.NOTIFICATION_REPLAYED);
            case NO_SUCH_PAYMENT -> refused(request, ErrorCode.PAYMENT_NOT_FOUND);
        });
    }

    private Answer refused(Request request, ErrorCode code) {
        audit.record(request.context(), AuditLog.Actor.STRANGER, "notifyPayment", code.name());
        return Answer.refused(code);
    }
}
