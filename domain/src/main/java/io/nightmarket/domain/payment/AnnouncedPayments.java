package io.nightmarket.domain.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.lifecycle.OrderChanges;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Payments whose changes of orders are announced once they are committed. */
public final class AnnouncedPayments implements PaymentLedger {
    private final PaymentLedger payments;
    private final OrderChanges changes;

    public AnnouncedPayments(PaymentLedger payments, OrderChanges changes) {
        this.payments = payments;
        this.changes = changes;
    }

    private <T> CompletionStage<T> announce(Optional<Order> changed, T answer) {
        return changes.changed(changed.stream().toList()).thenApply(_ -> answer);
    }

    @Override
    public CompletionStage<Capture> capture(PaymentId id, long amount) {
        return payments.capture(id, amount).thenCompose(capture -> announce(capture.changed(), capture));
    }

    @Override
    public CompletionStage<RefundRequest> requestRefund(OrderId order, UserId buyer) {
        return payments.requestRefund(order, buyer)
                .thenCompose(request -> request instanceof RefundRequest.Accepted accepted
                        ? announce(Optional.of(accepted.order()), request)
                        : CompletableFuture.completedStage(request));
    }

    @Override
    public CompletionStage<Optional<Order>> completeRefund(Refund refund) {
        return payments.completeRefund(refund).thenCompose(changed -> announce(changed, changed));
    }

    @Override
    public CompletionStage<Begun> begin(PaymentId id, OrderId order, UserId buyer, int payType) {
        return payments.begin(id, order, buyer, payType);
    }

    @Override
    public CompletionStage<Recorded> refuse(PaymentId id) {
        return payments.refuse(id);
    }

    @Override
    public CompletionStage<List<Refund>> pendingRefunds(int max) {
        return payments.pendingRefunds(max);
    }

    @Override
    public CompletionStage<List<Payment>> unresolved(Duration age, int max) {
        return payments.unresolved(age, max);
    }

    @Override
    public CompletionStage<Boolean> firstSeen(String notification) {
        return payments.firstSeen(notification);
    }
}
