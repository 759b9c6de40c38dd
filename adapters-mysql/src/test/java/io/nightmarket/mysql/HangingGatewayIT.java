package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.DecideLatePayments;
import io.nightmarket.domain.order.payment.PayOrder;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.RecordOutcome;
import io.nightmarket.domain.simulation.Changed;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.order.payment.MySqlPaymentLedger;
import io.nightmarket.testkit.SiteDatabase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over one connection: a call that kept it would hold up all others. */
final class HangingGatewayIT {
    private static final UserId BUYER = new UserId(9);
    private static final int ORDERS = 16;

    @AutoClose
    private final OneConnection connection = OneConnection.migrated(new SiteDatabase());

    private final SiteDatabase site = connection.site;
    private final Database database = connection.database;
    private final AtomicInteger asked = new AtomicInteger();
    private final CompletableFuture<Void> allAsked = new CompletableFuture<>();
    private final CompletableFuture<ChargeOutcome> answer = new CompletableFuture<>();

    /** Answers all charges at once, when the test says so. */
    private final PaymentGateway gateway = Changed.calls(PaymentGateway.class, (_, _, _) -> {
        if (asked.incrementAndGet() == ORDERS) {
            allAsked.complete(null);
        }
        return answer;
    });

    @BeforeEach
    void open() {
        site.run("INSERT INTO tb_voucher (id, shop_id, title, pay_value, actual_value) VALUES (1, 1, '', 800, 1000)");
        orders().forEach(id ->
                site.run("INSERT INTO tb_voucher_order (id, user_id, voucher_id) VALUES (?, ?, 1)", id, BUYER.value()));
    }

    private static LongStream orders() {
        return LongStream.rangeClosed(1, ORDERS);
    }

    @Test
    void whatHangsHoldsNeitherTheConnectionNorALock() {
        PayOrder pay = pay(new MySqlPaymentLedger(database));

        List<CompletionStage<PayOrder.Outcome>> paying = orders().mapToObj(
                        id -> pay.pay(new PaymentId(100 + id), BUYER, new OrderId(id), 1, ""))
                .toList();
        await(allAsked);

        var _ = await(database.answer("SELECT 1", rows -> rows.size()));
        orders().forEach(id -> {
            site.run("SELECT status FROM tb_voucher_order WHERE id = ? FOR UPDATE NOWAIT", id);
            site.run("SELECT status FROM payment WHERE id = ? FOR UPDATE NOWAIT", 100 + id);
        });
        paying.forEach(one -> assertFalse(one.toCompletableFuture().isDone()));
        answer.complete(new ChargeOutcome.Captured(800));
        orders().forEach(id ->
                assertEquals(new PayOrder.Outcome.Paid(new PaymentId(100 + id)), await(paying.get((int) id - 1))));
    }

    /** No order of the test is paid late. */
    @SuppressWarnings("NullAway")
    private PayOrder pay(PaymentLedger ledger) {
        DecideLatePayments never = null;
        return new PayOrder(
                ledger,
                gateway,
                new RecordOutcome(ledger, InMemoryOrderLife.UNHEARD, (_, _, _) -> {}),
                never,
                () -> CompletableFuture.failedStage(new AssertionError("ids are given")));
    }
}
