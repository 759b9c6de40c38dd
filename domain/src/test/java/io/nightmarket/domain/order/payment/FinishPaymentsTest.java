package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.shop.NewVoucher;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Payments and refunds that a gateway leaves open, beside others that it would finish. */
final class FinishPaymentsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final long PRICE = 800;

    /** More than an iteration reads. */
    private static final int MANY = 250;

    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final InMemoryOrderLife life = ledger.orderLife();
    private final InMemoryGateway gateway = new InMemoryGateway();
    private final List<OrderId> heard = new ArrayList<>();
    private final VoucherId voucher = await(
                    ledger.voucherRepository().create(new NewVoucher(new ShopId(1), "券", null, null, PRICE, 1000)))
            .orElseThrow()
            .voucher();
    private final OrderChanges changes =
            Changed.method(OrderChanges.class, InMemoryOrderLife.UNHEARD, "changed", (arguments, unheard) -> {
                ((List<?>) arguments[0]).forEach(order -> heard.add(((Order) order).id()));
                return unheard;
            });
    private int calls;

    private FinishPayments finish(PaymentGateway over) {
        return new FinishPayments(
                life, life, over, new RecordOutcome(life, changes, (_, _, _) -> {}), changes, Duration.ZERO);
    }

    private PaymentGateway timed(PaymentGateway over) {
        return new TimedGateway(over, TIMEOUT, timers);
    }

    /** Answers of payments below this id are these. */
    private PaymentGateway below(long id, CompletionStage<?> answer) {
        return Changed.calls(PaymentGateway.class, (_, method, arguments) -> {
            calls++;
            long payment = arguments[0] instanceof Refund refund
                    ? refund.payment().value()
                    : ((PaymentId) arguments[0]).value();
            return payment < id ? answer : Changed.invoke(gateway, method, arguments);
        });
    }

    private Payment begin(long id) {
        OrderId order = new OrderId(id);
        UserId buyer = new UserId(id);
        assertEquals(OrdinaryOrders.Outcome.WRITTEN, await(life.write(new Purchase(order, voucher, buyer))));
        return assertInstanceOf(
                        PaymentLedger.Begun.Started.class, await(life.begin(new PaymentId(id), order, buyer, 1)))
                .payment();
    }

    /** All of these are charged, and the last one's outcome is at the gateway. */
    private void pending(int payments) {
        for (int id = 1; id <= payments; id++) {
            var _ = await(gateway.charge(begin(id), ""));
        }
    }

    private List<Long> unresolved() {
        return await(life.unresolved(Duration.ZERO, 0, MANY)).stream()
                .map(payment -> payment.id().value())
                .toList();
    }

    @Test
    void paymentsThatTheGatewayLeavesPendingStarveNoOther() {
        pending(MANY);
        FinishPayments finish = finish(below(MANY, CompletableFuture.completedStage(new ChargeOutcome.Pending())));

        for (int iteration = 0; iteration < 3; iteration++) {
            await(finish.resolve());
        }

        assertEquals(MANY - 1, unresolved().size());
        assertEquals(List.of(new OrderId(MANY)), heard);
        await(finish(gateway).resolve());
        assertEquals(MANY - 101, unresolved().size(), "it begins again at the oldest");
    }

    @Test
    void refundsThatFailStarveNoOther() {
        pending(MANY);
        for (int id = 1; id <= MANY; id++) {
            var _ = await(life.capture(new PaymentId(id), PRICE - 1));
        }
        Unavailable away = new Unavailable("away");
        FinishPayments finish = finish(below(MANY, CompletableFuture.failedStage(away)));

        assertEquals(away, failureOf(finish.refund()));
        assertEquals(away, failureOf(finish.refund()));
        assertEquals(List.of(), heard);
        assertEquals(away, failureOf(finish.refund()));

        assertEquals(MANY - 1, await(life.pendingRefunds(0, MANY)).size());
        assertEquals(List.of(new OrderId(MANY)), heard, "the buyer learns of it");
        assertEquals((MANY - 1) * PRICE + 1, gateway.balance());
    }

    @Test
    void aReportOfAnotherAmountAlarms() {
        List<Long> amounts = new ArrayList<>();
        RecordOutcome outcomes = new RecordOutcome(
                life,
                changes,
                (payment, recorded, reported) -> amounts.addAll(List.of(payment.value(), recorded, reported)));
        PaymentId payment = begin(1).id();
        for (long amount : new long[] {60, 60, 100}) {
            assertEquals(
                    PaymentLedger.Recorded.TO_REFUND,
                    await(outcomes.record(payment, new ChargeOutcome.Captured(amount))));
        }
        assertEquals(List.of(1L, 60L, 100L), amounts);
    }

    /** The calls of an iteration wait for a few time-outs, not for one each. */
    @Test
    void aGatewayThatHangsIsLeftInTime() {
        pending(100);
        FinishPayments finish = finish(timed(below(100, new CompletableFuture<>())));

        CompletableFuture<Void> iteration = finish.resolve().toCompletableFuture();
        for (int round = 0; round < 10; round++) {
            timers.advance(TIMEOUT);
        }

        var _ = failureOf(TimedOut.class, iteration);
        assertEquals(100, calls);
        assertEquals(99, unresolved().size());
        assertEquals(0, timers.waiting());
    }

    @Test
    void everyCallOfAGatewayEndsInTime() {
        PaymentGateway hanging = timed(Changed.calls(
                PaymentGateway.class,
                (_, method, _) -> method.getName().equals("verify") ? Optional.empty() : new CompletableFuture<>()));
        Payment payment = begin(1);
        List<CompletionStage<?>> all = List.of(
                hanging.charge(payment, ""),
                hanging.resolve(payment.id()),
                hanging.refund(new Refund(payment.id(), payment.order(), PRICE, Refund.Reason.LATE)));

        timers.advance(TIMEOUT);

        all.forEach(call -> assertInstanceOf(TimedOut.class, failureOf(call)));
        assertEquals(Optional.empty(), hanging.verify(new byte[0], ""));
    }

    /** Providers' clients throw and fail with what they like; a payment whose charge failed so is pending, not an error. */
    @Test
    void whateverAGatewayFailsWithIsOfAKind() {
        Payment payment = begin(1);
        IllegalStateException strange = new IllegalStateException("the client is closed");
        Unavailable away = new Unavailable("away");
        Supplier<CompletionStage<?>> throwing = () -> {
            throw strange;
        };
        Map<Supplier<CompletionStage<?>>, Class<? extends DomainFailure>> answers = Map.of(
                throwing,
                TimedOut.class,
                () -> CompletableFuture.failedStage(new CompletionException(strange)),
                TimedOut.class,
                () -> CompletableFuture.failedStage(new IOException("reset")),
                TimedOut.class,
                () -> CompletableFuture.failedStage(away),
                Unavailable.class);
        answers.forEach((answer, kind) -> {
            PaymentGateway failing = timed(Changed.calls(PaymentGateway.class, (_, _, _) -> answer.get()));
            assertInstanceOf(kind, failureOf(failing.charge(payment, "")));
        });
    }
}
