package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.lifecycle.OrderChanges;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.payment.ChargeOutcome;
import io.nightmarket.domain.payment.PayOrder;
import io.nightmarket.domain.payment.Payment;
import io.nightmarket.domain.payment.PaymentGateway;
import io.nightmarket.domain.payment.PaymentId;
import io.nightmarket.domain.payment.PaymentLedger;
import io.nightmarket.domain.payment.PaymentNotification;
import io.nightmarket.domain.payment.RecordOutcome;
import io.nightmarket.domain.payment.Refund;
import io.nightmarket.domain.payment.ReviveOrders;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.payment.MySqlPaymentLedger;
import io.nightmarket.testkit.SiteDatabase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over one connection: a call that kept it would hold up all others. */
final class HangingGatewayIT {
    private static final UserId BUYER = new UserId(9);
    private static final int ORDERS = 16;

    private final SiteDatabase site = new SiteDatabase();
    private final Vertx vertx = Vertx.vertx();
    private final Gateway gateway = new Gateway();
    private Database database;

    @BeforeEach
    void open() {
        MySqlSchema.migrate(MySqlFixture.config(site));
        Duration timeout = Duration.ofSeconds(20);
        database =
                new Databases(vertx, new MySqlConfig(site.uri(), 1, timeout, timeout, timeout, MySqlTls.AUTO)).shared();
        site.run("INSERT INTO tb_voucher (id, shop_id, title, pay_value, actual_value) VALUES (1, 1, '', 800, 1000)");
        orders().forEach(id ->
                site.run("INSERT INTO tb_voucher_order (id, user_id, voucher_id) VALUES (?, ?, 1)", id, BUYER.value()));
    }

    private static LongStream orders() {
        return LongStream.rangeClosed(1, ORDERS);
    }

    @AfterEach
    void close() {
        await(database.close().toCompletionStage());
        await(vertx.close().toCompletionStage());
        site.close();
    }

    @Test
    void whatHangsHoldsNeitherTheConnectionNorALock() {
        PayOrder pay = pay(new MySqlPaymentLedger(database));

        List<CompletionStage<PayOrder.Outcome>> paying = orders().mapToObj(
                        id -> pay.pay(new PaymentId(100 + id), BUYER, new OrderId(id), 1, ""))
                .toList();
        await(gateway.allAsked);

        var _ = await(database.answer("SELECT 1", rows -> rows.size()));
        orders().forEach(id -> {
            site.run("SELECT status FROM tb_voucher_order WHERE id = ? FOR UPDATE NOWAIT", id);
            site.run("SELECT status FROM payment WHERE id = ? FOR UPDATE NOWAIT", 100 + id);
        });
        paying.forEach(one -> assertFalse(one.toCompletableFuture().isDone()));
        gateway.answer.complete(new ChargeOutcome.Captured(800));
        orders().forEach(id ->
                assertEquals(new PayOrder.Outcome.Paid(new PaymentId(100 + id)), await(paying.get((int) id - 1))));
    }

    /** No order of the test is paid late. */
    @SuppressWarnings("NullAway")
    private PayOrder pay(PaymentLedger ledger) {
        OrderChanges unheard = new OrderChanges() {
            @Override
            public CompletionStage<Void> changed(List<Order> orders) {
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<Void> placed(List<Purchase> purchases) {
                return CompletableFuture.completedStage(null);
            }
        };
        ReviveOrders never = null;
        return new PayOrder(
                ledger,
                gateway,
                new RecordOutcome(ledger, unheard),
                never,
                () -> CompletableFuture.failedStage(new AssertionError("ids are given")));
    }

    /** Answers all charges at once, when the test says so. */
    private static final class Gateway implements PaymentGateway {
        private final PaymentGateway other = new InMemoryGateway();
        final CompletableFuture<Void> allAsked = new CompletableFuture<>();
        final CompletableFuture<ChargeOutcome> answer = new CompletableFuture<>();
        private int asked;

        @Override
        public synchronized CompletionStage<ChargeOutcome> charge(Payment payment, String payer) {
            if (++asked == ORDERS) {
                allAsked.complete(null);
            }
            return answer;
        }

        @Override
        public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
            return other.resolve(payment);
        }

        @Override
        public CompletionStage<Void> refund(Refund refund) {
            return other.refund(refund);
        }

        @Override
        public Optional<PaymentNotification> verify(byte[] body, String signature) {
            return other.verify(body, signature);
        }
    }
}
