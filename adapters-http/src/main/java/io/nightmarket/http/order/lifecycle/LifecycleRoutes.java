package io.nightmarket.http.order.lifecycle;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.BuyVoucher;
import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.RedeemOrder;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.IdempotentRequests;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Buys ordinary vouchers; cancels and redeems orders. */
public final class LifecycleRoutes implements Routes {
    private final BuyVoucher buyVoucher;
    private final CancelOrder cancelOrder;
    private final RedeemOrder redeemOrder;
    private final IdempotentRequests idempotent;
    private final Limit limit;
    private final OrderNumbers numbers;
    private final LocalTimes times;
    private final AuditLog audit;

    public LifecycleRoutes(
            SharedHttpState share,
            BuyVoucher buyVoucher,
            CancelOrder cancelOrder,
            RedeemOrder redeemOrder,
            IdempotencyKeys keys,
            OrderNumbers numbers) {
        this.buyVoucher = buyVoucher;
        this.cancelOrder = cancelOrder;
        this.redeemOrder = redeemOrder;
        this.idempotent = new IdempotentRequests(keys);
        this.limit = share.limits().ordering();
        this.numbers = numbers;
        this.times = share.times();
        this.audit = share.audit();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "buyVoucher",
                Options.USERS.limitedBy(limit),
                request -> idempotent.run(
                        request,
                        "buyVoucher",
                        () -> buyVoucher.nextId().thenApply(OrderId::value),
                        id -> buy(request, new OrderId(id))));
        endpoints.bind(
                "cancelOrder",
                Options.USERS.unchecked().limitedBy(limit).withPriority(Priority.FIRST),
                request -> idempotent.run(
                        request,
                        "cancelOrder",
                        () -> IdempotentRequests.subject(order(request).value()),
                        _ -> cancel(request)));
        endpoints.bind(
                "redeemOrder",
                Options.SHOP_STAFF.limitedBy(limit).withPriority(Priority.FIRST),
                request -> byCode(request, order -> redeemOrder.redeem(request.session(), order)));
        endpoints.bind(
                "undoRedemption",
                Options.SHOP_STAFF.limitedBy(limit).recorded().withPriority(Priority.FIRST),
                this::undoRedemption);
    }

    private static OrderId order(Request request) {
        return new OrderId(request.id("id"));
    }

    private CompletionStage<Answer> buy(Request request, OrderId id) {
        VoucherId voucher = new VoucherId(request.body().requiredId("voucherId"));
        return buyVoucher.buy(id, request.session().user(), voucher).thenApply(outcome -> switch (outcome) {
            case WRITTEN -> Answer.of(Long.toString(id.value()));
            case NO_SUCH_VOUCHER -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND);
            case TOO_MANY_UNPAID -> Answer.refused(ErrorCode.TOO_MANY_UNPAID);
        });
    }

    private CompletionStage<Answer> cancel(Request request) {
        return cancelOrder.cancel(request.session().user(), order(request)).thenApply(outcome -> switch (outcome) {
            case CANCELLED -> Answer.DONE;
            case NOT_UNPAID -> Answer.refused(ErrorCode.ORDER_PAID_ALREADY);
            case NO_SUCH_ORDER -> Answer.refused(ErrorCode.ORDER_NOT_FOUND);
        });
    }

    private CompletionStage<Answer> undoRedemption(Request request) {
        StaffAction action = audit.action(request, request.body().requiredText("reason"));
        return byCode(request, order -> redeemOrder.undo(request.session(), order, action));
    }

    /** The code that a customer shows is the order's number. */
    private CompletionStage<Answer> byCode(
            Request request, Function<OrderId, CompletionStage<RedeemOrder.Outcome>> work) {
        Optional<OrderId> id = numbers.find(request.body().requiredText("code"));
        return id.map(work)
                .orElseGet(() -> CompletableFuture.completedStage(new RedeemOrder.Outcome.NoSuchOrder()))
                .thenApply(outcome -> switch (outcome) {
                    case RedeemOrder.Outcome.Redeemed(var order) -> Answer.of(RedeemedView.of(order, numbers, times));
                    case RedeemOrder.Outcome.NotPaid(var order) ->
                        Answer.refused(
                                order.status() == OrderStatus.USED
                                        ? ErrorCode.ORDER_USED_ALREADY
                                        : ErrorCode.ORDER_NOT_PAID);
                    case RedeemOrder.Outcome.Undone(var order) -> Answer.of(RedeemedView.of(order, numbers, times));
                    case RedeemOrder.Outcome.NotUsed _ -> Answer.refused(ErrorCode.ORDER_NOT_USED);
                    case RedeemOrder.Outcome.TooLate _ -> Answer.refused(ErrorCode.REDEMPTION_TOO_OLD);
                    case RedeemOrder.Outcome.NoSuchOrder _ -> Answer.refused(ErrorCode.ORDER_NOT_FOUND);
                });
    }

    /** A redeemed order as the shop sees it: neither its id nor its buyer. */
    record RedeemedView(
            String orderNo,
            Object voucherId,
            int status,
            String createTime,
            @Nullable String payTime,
            @Nullable String useTime) {
        static RedeemedView of(Order order, OrderNumbers numbers, LocalTimes times) {
            return new RedeemedView(
                    numbers.of(order.id()),
                    Json.id(order.voucher().value()),
                    order.status().code(),
                    times.show(order.createTime()),
                    times.showIfKnown(order.payTime()),
                    times.showIfKnown(order.useTime()));
        }
    }
}
