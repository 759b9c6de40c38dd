package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.contract.OrderLifeContract;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.calloff.CallOffs;
import io.nightmarket.domain.order.history.HistoryEntry;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.order.payment.SandboxCharges;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import io.nightmarket.testkit.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlOrderLifeIT extends OrderLifeContract {
    private static final Instant LONG_AGO = Instant.parse("2001-01-01T00:00:00Z");

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();
    private Duration payWithin = Duration.ofDays(1);

    @Override
    protected OrderTransitions transitions() {
        return MYSQL.adapters().orderTransitions();
    }

    @Override
    protected OrdinaryOrders ordinaryOrders() {
        return MYSQL.adapters().ordinaryOrders(payWithin);
    }

    @Override
    protected OrderPages pages() {
        return MYSQL.adapters().orderPages();
    }

    @Override
    protected PaymentLedger payments() {
        return MYSQL.adapters().payments();
    }

    @Override
    protected PaymentNotifications notifications() {
        return MYSQL.adapters().paymentNotifications();
    }

    @Override
    protected Refunds refunds() {
        return MYSQL.adapters().refunds();
    }

    @Override
    protected LatePayments latePayments() {
        return MYSQL.adapters().latePayments();
    }

    @Override
    protected OrderNotices notices() {
        return MYSQL.adapters().orderNotices();
    }

    @Override
    protected CallOffs callOffs() {
        return MYSQL.adapters().callOffs();
    }

    @Override
    protected VoucherRepository vouchers() {
        return MYSQL.adapters().vouchers();
    }

    @Override
    protected OrderLedger ledger() {
        return MYSQL.adapters().orderLedger(payWithin);
    }

    @Override
    protected PendingReleases releases() {
        return MYSQL.adapters().pendingReleases();
    }

    @Override
    protected OrderRepository orders() {
        return MYSQL.adapters().orders();
    }

    @Override
    protected FlashSaleRepository sales() {
        return MYSQL.adapters().flashSales();
    }

    @Override
    protected SaleChanges saleChanges() {
        return MYSQL.adapters().saleChanges();
    }

    @Override
    protected ShopId shop() {
        return SHOP;
    }

    @Override
    protected void payWithin(Duration time) {
        payWithin = time;
    }

    @Override
    protected void payUntil(OrderId order, Instant moment) {
        Timestamp at = Timestamp.from(moment);
        var _ = MySqlFixture.execute(
                "UPDATE order_claim c JOIN tb_voucher_order o ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id"
                        + " AND c.order_id = o.id SET c.pay_until = ? WHERE o.id = ?",
                at,
                order.value());
        var _ = MySqlFixture.execute("UPDATE unpaid_order SET pay_until = ? WHERE order_id = ?", at, order.value());
    }

    private static long auditEntries(String subject, String before, String after) {
        return MySqlFixture.number(
                "SELECT COUNT(*) FROM audit_event WHERE actor = 77 AND subject = ? AND reason = 'no goods'"
                        + " AND before_change = ? AND after_change = ?",
                subject,
                before,
                after);
    }

    private StaffAction action() {
        return new StaffAction(STAFF.actor(), STAFF.address(), "undo", "/" + nextId().value(), STAFF.reason());
    }

    @Test
    void whatStaffDoIsInTheAuditTrailOnce() {
        StaffAction callOff = action();
        VoucherId sale = sale(1);
        var _ = await(callOffs().begin(sale, callOff));
        var _ = await(callOffs().begin(sale, callOff));
        assertEquals(1, auditEntries(callOff.subject(), "OPEN", "CALLED_OFF"));

        StaffAction undo = action();
        OrderId order = bought(sale(1)).order();
        var _ = await(transitions().apply(order, OrderTransition.pay(2)));
        var _ = await(transitions().apply(order, OrderTransition.REDEEM.by(new UserId(78))));
        var _ = await(transitions().unredeem(order, Duration.ofMinutes(10), undo));
        var _ = await(transitions().unredeem(order, Duration.ofMinutes(10), undo));
        assertEquals(1, auditEntries(undo.subject(), "USED", "PAID"));
        List<String> history = await(MYSQL.adapters().storedHistory().of(order)).entries().stream()
                .map(HistoryEntry::text)
                .toList();
        assertTrue(history.containsAll(List.of("USED by user 78", "UNREDEEMED by user 77", "PAID")), history::toString);
    }

    private OrderId ordinaryDueAt(Instant moment) {
        OrderId order = nextId();
        assertEquals(
                OrdinaryOrders.Outcome.WRITTEN, await(ordinaryOrders().write(new Purchase(order, voucher(), buyer))));
        payUntil(order, moment);
        return order;
    }

    private OrderId flashDueAt(Instant moment) {
        OrderId order = bought(sale(1)).order();
        payUntil(order, moment);
        return order;
    }

    private static long withTimeToPay(OrderId... orders) {
        return Stream.of(orders)
                .mapToLong(order -> MySqlFixture.number(
                        "SELECT (SELECT COUNT(*) FROM unpaid_order WHERE order_id = ?)"
                                + " + (SELECT COUNT(*) FROM order_claim WHERE order_id = ? AND pay_until IS NOT NULL)",
                        order.value(),
                        order.value()))
                .sum();
    }

    @Test
    void ordinaryRowsThatCannotBeReadHoldUpNoOther() {
        assertRowsThatCannotBeReadHoldUpNoOther(this::ordinaryDueAt);
    }

    @Test
    void flashRowsThatCannotBeReadHoldUpNoOther() {
        assertRowsThatCannotBeReadHoldUpNoOther(this::flashDueAt);
    }

    /** Other software writes statuses and rows of its own. */
    private void assertRowsThatCannotBeReadHoldUpNoOther(Function<Instant, OrderId> dueAt) {
        OrderId odd = dueAt.apply(LONG_AGO);
        OrderId withoutUser = dueAt.apply(LONG_AGO);
        OrderId gone = dueAt.apply(LONG_AGO);
        OrderId good = dueAt.apply(LONG_AGO.plusSeconds(1));
        var _ = MySqlFixture.execute("UPDATE tb_voucher_order SET status = 99 WHERE id = ?", odd.value());
        var _ = MySqlFixture.execute("UPDATE tb_voucher_order SET user_id = 0 WHERE id = ?", withoutUser.value());
        var _ = MySqlFixture.execute("DELETE FROM tb_voucher_order WHERE id = ?", gone.value());

        List<Order> expired = await(transitions().expire(100)).orders();

        assertEquals(List.of(good), expired.stream().map(Order::id).toList());
        assertEquals(0, withTimeToPay(odd, withoutUser, gone, good));
        assertEquals(expired, await(pages().page(buyer, Optional.empty(), Optional.empty(), 10)));
        assertEquals(expired, await(MYSQL.adapters().recentOrders().read(List.of(odd, withoutUser, gone, good))));
    }

    /** As other software may write it. */
    @Test
    void anOrderOfStatusZeroIsUnpaid() {
        Purchase purchase = new Purchase(nextId(), sale(1), buyer);
        settle(ledger(), purchase);
        var _ = MySqlFixture.execute(
                "UPDATE tb_voucher_order SET status = 0 WHERE id = ?",
                purchase.order().value());

        var _ = await(transitions().apply(purchase.order(), OrderTransition.CANCEL));

        assertEquals(
                List.of(OrderStatus.CANCELLED),
                await(pages().page(buyer, Optional.of(OrderStatus.CANCELLED), Optional.empty(), 10)).stream()
                        .map(Order::status)
                        .toList());
    }

    /** Its own change is under way. The batch is full of it, and yet there is nothing to go on with. */
    @Test
    void anOrderThatIsLockedIsLeftToItsOtherChange() throws SQLException {
        OrderId locked = flashDueAt(LONG_AGO);
        try (Connection other = MySqlFixture.connection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.executeQuery("SELECT id FROM tb_voucher_order WHERE id = " + locked.value() + " FOR UPDATE")
                    .close();

            assertEquals(
                    new OrderTransitions.Expiry(List.of(), List.of(), false),
                    await(transitions().expire(1)));

            assertEquals(1, withTimeToPay(locked));
            other.rollback();
        }
        assertEquals(1, await(transitions().expire(1)).orders().size());
    }

    /** As a console does, or a node that vanished: the stock of one sale, and the first of the orders that are due. */
    @Test
    void aStockThatIsLockedHoldsUpNoOtherSale() throws SQLException {
        Purchase sold = bought(sale(1));
        OrderId held = sold.order();
        payUntil(held, LONG_AGO);
        OrderId free = flashDueAt(LONG_AGO.plusSeconds(1));
        OrderId ordinary = ordinaryDueAt(LONG_AGO.plusSeconds(2));
        try (MySqlFixture node = new MySqlFixture(hasty());
                Connection other = MySqlFixture.connection();
                Statement lock = other.createStatement()) {
            OrderTransitions transitions = node.adapters().orderTransitions();
            other.setAutoCommit(false);
            lock.executeQuery("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = "
                            + sold.voucher().value() + " FOR UPDATE")
                    .close();

            assertExpired(transitions, free, ordinary);
            OrderId later = flashDueAt(LONG_AGO.plusSeconds(2));
            assertExpired(transitions, later);
            assertEquals(1, withTimeToPay(held, free, ordinary, later));
            other.rollback();
            assertExpired(transitions, held);
            assertExpired(transitions, flashDueAt(LONG_AGO));
        }
    }

    /** Waits no longer for a lock than a test needs. */
    private static MySqlConfig hasty() {
        Duration brief = Duration.ofSeconds(1);
        return new MySqlConfig(MySqlFixture.CONFIG.uri(), 8, brief, brief, brief, MySqlTls.AUTO);
    }

    /**
     * As the job calls it, again and again: a call that was given up by time may hold its locks for a moment, and the next one
     * passes over them.
     */
    private void assertExpired(OrderTransitions transitions, OrderId... orders) {
        Eventually.holds("they are expired", () -> {
            var _ = await(transitions
                    .expire(100)
                    .exceptionally(_ -> new OrderTransitions.Expiry(List.of(), List.of(), false)));
            return areCancelled(orders);
        });
    }

    private boolean areCancelled(OrderId... orders) {
        return Stream.of(orders).allMatch(order -> status(order) == OrderStatus.CANCELLED);
    }

    @Test
    void aStockThatIsLockedFailsNoCancelOfAnotherSale() throws SQLException {
        List<Purchase> held = Stream.generate(() -> bought(sale(1))).limit(6).toList();
        List<Purchase> free = Stream.generate(() -> bought(sale(1))).limit(6).toList();
        try (MySqlFixture node = new MySqlFixture(hasty());
                Connection other = MySqlFixture.connection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            for (Purchase purchase : held) {
                lock.executeQuery("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = "
                                + purchase.voucher().value() + " FOR UPDATE")
                        .close();
            }
            OrderTransitions together = node.adapters().orderTransitions();
            List<CompletionStage<OrderTransitions.Result>> cancels = IntStream.range(0, 12)
                    .mapToObj(i -> (i % 2 == 0 ? held : free).get(i / 2))
                    .map(purchase -> together.cancel(purchase.buyer(), purchase.order()))
                    .toList();
            for (int i = 0; i < 12; i++) {
                if (i % 2 == 0) {
                    var _ = failureOf(DomainFailure.class, cancels.get(i));
                } else {
                    assertInstanceOf(OrderTransitions.Result.Changed.class, await(cancels.get(i)));
                }
            }
            other.rollback();
        }
    }

    private Purchase bought(VoucherId sale) {
        Purchase purchase = new Purchase(nextId(), sale, buyer);
        settle(ledger(), purchase);
        return purchase;
    }

    @Test
    void oldNotificationsAndReleasesAreForgotten() {
        Purchase released = new Purchase(nextId(), sale(1), buyer);
        Purchase pending = new Purchase(nextId(), sale(1), buyer);
        for (Purchase purchase : List.of(released, pending)) {
            settle(ledger(), purchase);
            var _ = await(transitions().apply(purchase.order(), OrderTransition.CANCEL));
        }
        await(releases().markReleased(List.of(released)));
        var _ = MySqlFixture.execute(
                "UPDATE stock_return SET done_at = '2001-01-01' WHERE id = ? AND done = 1",
                released.order().value());
        String old = "old-" + released.order().value();
        String young = "young-" + released.order().value();
        assertTrue(
                await(notifications().firstSeen(old)) && await(notifications().firstSeen(young)));
        var _ = MySqlFixture.execute("UPDATE payment_notification SET received_at = '2001-01-01' WHERE id = ?", old);

        assertTrue(await(releases().prune(Duration.ofDays(7_000))) > 0);
        assertTrue(await(notifications().prune(Duration.ofDays(7_000))) > 0);

        assertEquals(0, returns(released));
        assertEquals(1, returns(pending));
        assertFalse(await(notifications().firstSeen(young)));
        assertTrue(await(notifications().firstSeen(old)));
    }

    @Test
    void oldChargesOfPlayMoneyAreForgotten() {
        SandboxCharges charges = MYSQL.adapters().sandboxCharges();
        ChargeOutcome captured = new ChargeOutcome.Captured(1);
        List<Payment> both = Stream.generate(this::nextId)
                .limit(2)
                .map(id -> new Payment(new PaymentId(id.value()), id, 1, 1, Payment.Status.PENDING))
                .toList();
        both.forEach(payment -> assertEquals(captured, await(charges.charge(payment, captured))));
        PaymentId old = both.getFirst().id();
        var _ = MySqlFixture.execute(
                "UPDATE sandbox_charge SET created_at = '2001-01-01' WHERE payment_id = ?", old.value());

        assertTrue(await(charges.prune(Duration.ofDays(7_000))) > 0);

        assertEquals(new ChargeOutcome.Refused(), await(charges.resolve(old)), "it is not known");
        assertEquals(captured, await(charges.resolve(both.getLast().id())));
    }

    @Test
    void theHistoryOfAnOrderTellsTheReleasesOfItsUnits() {
        Purchase purchase = bought(sale(1));
        var _ = await(transitions().apply(purchase.order(), OrderTransition.CANCEL));
        var _ = MySqlFixture.execute(
                "INSERT INTO stock_return (id, shard, kind, voucher_id, user_id, units, revision, done, done_at) SELECT"
                        + " id, shard, kind, voucher_id, user_id, units, 77, 1, '2026-11-20 12:00:00' FROM stock_return WHERE id = ?",
                purchase.order().value());

        List<HistoryEntry> history =
                await(MYSQL.adapters().storedHistory().of(purchase.order())).entries();

        String unit = "unit of shard " + shard.number() + " after CANCEL";
        assertEquals(
                Set.of(
                        new HistoryEntry(null, HistoryEntry.Source.RELEASE, unit + ": pending"),
                        new HistoryEntry(
                                Instant.parse("2026-11-20T12:00:00Z"),
                                HistoryEntry.Source.RELEASE,
                                unit + ", reserved by payment 77: released")),
                history.stream()
                        .filter(entry -> entry.source() == HistoryEntry.Source.RELEASE)
                        .collect(Collectors.toSet()));
    }

    /** Readers may live in another time zone than the database. */
    @Test
    void theHistoryOfAnUnpaidOrderSaysInUtcUntilWhenItMayBePaid() {
        OrderId flash = flashDueAt(LONG_AGO);
        OrderId ordinary = ordinaryDueAt(LONG_AGO);

        for (OrderId order : List.of(flash, ordinary)) {
            List<HistoryEntry> history =
                    await(MYSQL.adapters().storedHistory().of(order)).entries();
            assertTrue(history.stream().anyMatch(entry -> entry.text().endsWith("may be paid until " + LONG_AGO)));
        }
        assertExpired(transitions(), flash, ordinary);
    }

    private static long returns(Purchase purchase) {
        return MySqlFixture.number(
                "SELECT COUNT(*) FROM stock_return WHERE id = ?",
                purchase.order().value());
    }

    /** A search for orders that are due would pass over it for ever. */
    @Test
    void anOrderThatWasPaidHasNoMoment() {
        OrderId flash = bought(sale(1)).order();
        OrderId ordinary = ordinaryDueAt(LONG_AGO);
        assertEquals(2, withTimeToPay(flash, ordinary));

        for (OrderId order : List.of(flash, ordinary)) {
            var _ = await(transitions().apply(order, OrderTransition.pay(1)));
        }

        assertEquals(0, withTimeToPay(flash, ordinary));
    }

    /** Each event loop asks for its own. */
    @Test
    void cancelsOfAllEventLoopsShareTransactions() {
        assertSame(MYSQL.adapters().orderTransitions(), MYSQL.adapters().orderTransitions());
    }
}
