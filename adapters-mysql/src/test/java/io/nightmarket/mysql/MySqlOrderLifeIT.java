package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.OrderLifeContract;
import io.nightmarket.domain.lifecycle.OrderTransitions;
import io.nightmarket.domain.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.notice.OrderNotices;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.orderlist.OrderPages;
import io.nightmarket.domain.payment.LatePayments;
import io.nightmarket.domain.payment.PaymentLedger;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.voucher.VoucherRepository;
import java.sql.Timestamp;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class MySqlOrderLifeIT extends OrderLifeContract {
    private static MySqlFixture fixture;
    private static ShopId shop;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
        shop = MySqlFixture.newShop();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected OrderTransitions transitions() {
        return fixture.adapters().orderTransitions();
    }

    @Override
    protected OrdinaryOrders ordinaryOrders() {
        return fixture.adapters().ordinaryOrders(true);
    }

    @Override
    protected OrderPages pages() {
        return fixture.adapters().orderPages();
    }

    @Override
    protected PaymentLedger payments() {
        return fixture.adapters().payments();
    }

    @Override
    protected LatePayments latePayments() {
        return fixture.adapters().latePayments();
    }

    @Override
    protected OrderNotices notices() {
        return fixture.adapters().orderNotices();
    }

    @Override
    protected VoucherRepository vouchers() {
        return fixture.adapters().vouchers();
    }

    @Override
    protected OrderLedger ledger() {
        return fixture.adapters().orderLedger(true);
    }

    @Override
    protected PendingReleases releases() {
        return fixture.adapters().pendingReleases();
    }

    @Override
    protected OrderRepository orders() {
        return fixture.adapters().orders();
    }

    @Override
    protected FlashSaleRepository sales() {
        return fixture.adapters().flashSales();
    }

    @Override
    protected ShopId shop() {
        return shop;
    }

    @Override
    protected void unpaidSince(OrderId order, Instant since) {
        var _ = MySqlFixture.execute(
                "REPLACE INTO unpaid_order (order_id, since) VALUES (?, ?)", order.value(), Timestamp.from(since));
    }

    @Test
    void whereOrdersDoNotExpireNoTimeToPayBegins() {
        Purchase flash = new Purchase(nextId(), sale(1), buyer);
        Purchase ordinary = new Purchase(nextId(), voucher(), buyer);

        settle(fixture.adapters().orderLedger(false), flash);
        assertTrue(await(fixture.adapters().ordinaryOrders(false).write(ordinary)));

        assertEquals(
                0,
                MySqlFixture.number(
                        "SELECT COUNT(*) FROM unpaid_order WHERE order_id IN (?, ?)",
                        flash.order().value(),
                        ordinary.order().value()));
    }
}
