package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.OrderLifeContract;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherRepository;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

final class InMemoryOrderLifeTest extends OrderLifeContract {
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true, Clock.systemUTC());
    private final InMemoryOrderLife life = ledger.orderLife();

    @Override
    protected OrderTransitions transitions() {
        return life;
    }

    @Override
    protected OrdinaryOrders ordinaryOrders() {
        return life;
    }

    @Override
    protected OrderPages pages() {
        return life;
    }

    @Override
    protected PaymentLedger payments() {
        return life;
    }

    @Override
    protected PaymentNotifications notifications() {
        return life;
    }

    @Override
    protected Refunds refunds() {
        return life;
    }

    @Override
    protected LatePayments latePayments() {
        return life;
    }

    @Override
    protected OrderNotices notices() {
        return life;
    }

    @Override
    protected VoucherRepository vouchers() {
        return ledger.voucherRepository();
    }

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected PendingReleases releases() {
        return ledger;
    }

    @Override
    protected OrderRepository orders() {
        return ledger;
    }

    @Override
    protected FlashSaleRepository sales() {
        return ledger;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }

    @Override
    protected void payWithin(Duration time) {
        ledger.payWithin(time);
    }

    @Override
    protected void payUntil(OrderId order, Instant moment) {
        life.payUntil(order, moment);
    }
}
