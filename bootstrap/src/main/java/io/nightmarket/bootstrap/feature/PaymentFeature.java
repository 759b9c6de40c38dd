package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.payment.NoGateway;
import io.nightmarket.bootstrap.payment.NotificationSignature;
import io.nightmarket.bootstrap.payment.SandboxGateway;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.bootstrap.verticle.PaymentWatchJob;
import io.nightmarket.domain.payment.PayOrder;
import io.nightmarket.domain.payment.PaymentGateway;
import io.nightmarket.domain.payment.PaymentLedger;
import io.nightmarket.domain.payment.ReceiveNotification;
import io.nightmarket.domain.payment.RefundOrder;
import io.nightmarket.domain.payment.ReviveOrders;
import io.nightmarket.domain.payment.SettlePayments;
import io.nightmarket.http.payment.PaymentRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** Payments of orders, and their refunds. */
final class PaymentFeature implements Feature {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(5);

    /** Longer than the gateway's time-out, so that a payment under way is not closed. */
    private static final Duration PENDING_BEFORE_ASKING = Duration.ofSeconds(10);

    private final Wiring wiring;
    private final MySqlAdapters mysql;
    private final SaleContext sales;
    private final OrderAnnouncements announcements;
    private final PaymentLedger payments;
    private final PaymentGateway gateway;

    PaymentFeature(Wiring wiring, SaleContext sales, OrderAnnouncements announcements) {
        this.wiring = wiring;
        this.mysql = wiring.mysql();
        this.sales = sales;
        this.announcements = announcements;
        this.payments = announcements.payments();
        this.gateway = wiring.config().payments().sandbox() ? sandbox() : new NoGateway();
    }

    private PaymentGateway sandbox() {
        return new SandboxGateway(
                mysql.sandboxCharges(),
                new NotificationSignature(wiring.keys().paymentNotifications(), wiring.clock()),
                wiring.timers(),
                sandbox -> new ReceiveNotification(payments, sandbox)::receive);
    }

    @Override
    public String name() {
        return "payments";
    }

    private ReviveOrders revive(RedisAdapters adapters) {
        return new ReviveOrders(
                mysql.latePayments(), sales.reservations(adapters), sales.releases(adapters), announcements.changes());
    }

    @Override
    public List<Deployable> verticles() {
        SettlePayments settle = new SettlePayments(payments, gateway, revive(wiring.redis()), PENDING_BEFORE_ASKING);
        return List.of(
                new JobVerticle("payments", settle::iterate, wiring.lock(), INTERVAL),
                new JobVerticle(
                        "payment-watch",
                        new PaymentWatchJob(
                                mysql.unfinishedPayments(), wiring.metrics().payments()),
                        wiring.lock(),
                        WATCH_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new PaymentRoutes(
                wiring.http().share(),
                new PayOrder(payments, gateway, revive(loop), wiring.ids().generator(loop)),
                new RefundOrder(payments, sales.releases(loop)),
                new ReceiveNotification(payments, gateway),
                mysql.idempotencyKeys()));
    }
}
