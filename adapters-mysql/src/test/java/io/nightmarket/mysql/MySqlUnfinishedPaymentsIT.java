package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.order.payment.UnfinishedPayments;
import io.nightmarket.domain.order.payment.UnfinishedPayments.Report;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.order.lifecycle.MySqlOrderTransitions;
import io.nightmarket.mysql.order.payment.MySqlLatePayments;
import io.nightmarket.mysql.order.payment.MySqlPaymentLedger;
import io.nightmarket.mysql.order.payment.MySqlRefunds;
import io.nightmarket.mysql.order.payment.MySqlUnfinishedPayments;
import io.nightmarket.testkit.SiteDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a database of its own, on one connection. What the ledger would never write is planted. */
final class MySqlUnfinishedPaymentsIT {
    private static final UserId BUYER = new UserId(9);
    private static final long PRICE = 800;
    private static final Report NOTHING = new Report(0, 0, Duration.ZERO);

    /** More than one call examines. */
    private static final int MANY = 1_200;

    @AutoClose
    private final OneConnection connection = OneConnection.migrated(new SiteDatabase());

    private final SiteDatabase site = connection.site;
    private final Database database = connection.database;
    private final PaymentLedger ledger = new MySqlPaymentLedger(database);
    private final Refunds refunds = new MySqlRefunds(database);
    private final OrderTransitions transitions = new MySqlOrderTransitions(database);
    private final UnfinishedPayments unfinished = new MySqlUnfinishedPayments(database);
    private long ids = 100;

    @BeforeEach
    void open() {
        site.run(
                "INSERT INTO tb_voucher (id, shop_id, title, pay_value, actual_value) VALUES (1, 1, '', ?, 1000)",
                PRICE);
    }

    private OrderId order() {
        OrderId id = new OrderId(++ids);
        site.run("INSERT INTO tb_voucher_order (id, user_id, voucher_id) VALUES (?, ?, 1)", id.value(), BUYER.value());
        return id;
    }

    /** On another channel than the last one: on each, one attempt is pending at a time. */
    private PaymentId begin(OrderId order) {
        PaymentId id = new PaymentId(++ids);
        var _ = await(ledger.begin(id, order, BUYER, 1 + (int) (ids % 3)));
        return id;
    }

    private PaymentId capture(OrderId order) {
        PaymentId id = begin(order);
        var _ = await(ledger.capture(id, PRICE));
        return id;
    }

    /** As a faulty program would write it. */
    private PaymentId plant(OrderId order, String outcome, int secondsAgo) {
        PaymentId id = new PaymentId(++ids);
        site.run(
                "INSERT INTO payment (id, order_id, pay_type, amount, status, outcome, captured, created_at)"
                        + " VALUES (?, ?, 1, ?, 'CAPTURED', ?, ?, NOW(3) - INTERVAL ? SECOND)",
                id.value(),
                order.value(),
                PRICE,
                outcome,
                PRICE,
                secondsAgo);
        return id;
    }

    private Report report() {
        return await(unfinished.report());
    }

    private void assertOlderThan(int seconds) {
        for (int call = 0; call < 3; call++) {
            Duration age = report().paidWithoutOutcome();
            assertTrue(age.toSeconds() >= seconds && age.toSeconds() < seconds + 3_600, age::toString);
        }
    }

    @Test
    void pendingPaymentsAndRefundsAreCounted() {
        assertEquals(NOTHING, report());
        OrderId order = order();
        PaymentId first = begin(order);
        PaymentId second = begin(order);
        assertEquals(new Report(2, 0, Duration.ZERO), report());

        var _ = await(ledger.capture(first, PRICE));
        var _ = await(ledger.capture(second, PRICE));
        assertEquals(new Report(0, 1, Duration.ZERO), report());

        var _ = await(refunds.completeRefund(await(refunds.pendingRefunds(0, 1)).getFirst()));
        assertEquals(NOTHING, report());
    }

    @Test
    void whateverAnOrderGoesThroughItsMoneyHasAnOutcome() {
        OrderId used = order();
        var _ = capture(used);
        var _ = await(transitions.apply(used, OrderTransition.REDEEM));
        OrderId refunding = order();
        var _ = capture(refunding);
        var _ = await(refunds.requestRefund(refunding, BUYER));
        OrderId cancelled = order();
        PaymentId late = begin(cancelled);
        var _ = await(transitions.apply(cancelled, OrderTransition.EXPIRE));
        var _ = await(ledger.capture(late, PRICE));
        LatePayments latePayments = new MySqlLatePayments(database);
        var _ = await(latePayments.giveUp(
                await(latePayments.find(late, Duration.ofDays(1))).orElseThrow(), false));
        var _ = await(ledger.capture(begin(order()), PRICE + 1));

        assertEquals(new Report(0, 3, Duration.ZERO), report());
        for (var refund : await(refunds.pendingRefunds(0, 10))) {
            var _ = await(refunds.completeRefund(refund));
        }
        assertEquals(NOTHING, report());
    }

    @Test
    void capturedMoneyOfAnUnpaidOrderIsFoundUntilItHasAnOutcome() {
        OrderId order = order();
        PaymentId lost = plant(order, "PAID", 10_000);
        var _ = plant(order(), "TO_REFUND", 5_000);
        var _ = capture(order());
        assertOlderThan(10_000);

        site.run(
                "INSERT INTO refund (payment_id, order_id, amount, reason) VALUES (?, ?, ?, 'LATE')",
                lost.value(),
                order.value(),
                PRICE);
        assertOlderThan(5_000);
    }

    @Test
    void moneyOfACancelledOrAbsentOrderIsFound() {
        OrderId cancelled = order();
        var _ = await(transitions.apply(cancelled, OrderTransition.CANCEL));
        PaymentId planted = plant(cancelled, "PAID", 5_000);
        assertOlderThan(5_000);
        site.run("DELETE FROM payment WHERE id = ?", planted.value());

        var _ = plant(new OrderId(1L << 40), "PAID", 5_000);
        assertOlderThan(5_000);
    }

    /** However many younger ones are in order. */
    @Test
    void moneyThatIsLateIsFoundUntilItIsDecided() {
        OrderId cancelled = order();
        PaymentId late = begin(cancelled);
        var _ = await(transitions.apply(cancelled, OrderTransition.EXPIRE));
        var _ = await(ledger.capture(late, PRICE));
        site.run("UPDATE payment SET captured_at = NOW(3) - INTERVAL 70 SECOND WHERE id = ?", late.value());
        assertOlderThan(70);

        LatePayments latePayments = new MySqlLatePayments(database);
        LatePayments.LatePayment found =
                await(latePayments.find(late, Duration.ofDays(1))).orElseThrow();
        assertTrue(await(latePayments.revive(found, Optional.empty())).isPresent());
        assertEquals(NOTHING, report());
    }

    @Test
    void aSecondPaymentOfAPaidOrderIsFoundWithoutItsRefund() {
        OrderId paid = order();
        var _ = capture(paid);
        assertEquals(NOTHING, report());
        var _ = plant(paid, "TO_REFUND", 5_000);
        assertOlderThan(5_000);
    }

    @Test
    void allPaymentsAreExaminedAtOnceAndFewAreReadAgain() {
        List<String> orders = new ArrayList<>();
        List<String> payments = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            long id = 1_000_000L + i;
            orders.add("(" + id + ", 9, 1, 2)");
            payments.add("(" + id + ", " + id + ", 1, 800, 'CAPTURED', 'PAID', 800, NOW(3) - INTERVAL 9000 SECOND)");
        }
        site.run("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status) VALUES " + String.join(",", orders));
        site.run("INSERT INTO payment (id, order_id, pay_type, amount, status, outcome, captured, created_at) VALUES "
                + String.join(",", payments));
        site.run("ANALYZE TABLE payment, refund, tb_voucher_order");
        var _ = plant(order(), "PAID", 5_000);

        assertOlderThan(5_000);

        Report _ = connection.readingFewerThan(MANY / 2, () -> {
            assertOlderThan(5_000);
            return report();
        });
    }
}
