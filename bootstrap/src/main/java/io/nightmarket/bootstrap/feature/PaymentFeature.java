package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.gateway.HttpGateway;
import io.nightmarket.bootstrap.gateway.NoGateway;
import io.nightmarket.bootstrap.gateway.NotificationSignature;
import io.nightmarket.bootstrap.gateway.SandboxGateway;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.order.payment.DecideLatePayments;
import io.nightmarket.domain.order.payment.FinishPayments;
import io.nightmarket.domain.order.payment.PayOrder;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.domain.order.payment.ReceiveNotification;
import io.nightmarket.domain.order.payment.RecordOutcome;
import io.nightmarket.domain.order.payment.RefundOrder;
import io.nightmarket.domain.order.payment.TimedGateway;
import io.nightmarket.http.order.payment.PaymentRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Payments of orders, and their refunds. */
final class PaymentFeature implements Feature {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(5);
    private static final Duration PRUNING_INTERVAL = Duration.ofHours(1);

    /** A signature holds for five minutes. */
    private static final Duration NOTIFICATIONS_KEPT = Duration.ofDays(1);

    /** How long charges of play money are kept: an order that is refunded later returns none. */
    private static final Duration CHARGES_KEPT = Duration.ofDays(30);

    private static final Duration GATEWAY_TIMEOUT = Duration.ofSeconds(3);

    /** Longer than the gateway's time-out, so that a payment under way is not closed. */
    private static final Duration PENDING_BEFORE_ASKING = Duration.ofSeconds(10);

    private final Wiring wiring;
    private final MySqlAdapters mysql;
    private final SaleContext sales;
    private final OrderAnnouncements announcements;
    private final PaymentNotifications notifications;
    private final RecordOutcome outcomes;
    private final PaymentGateway gateway;

    PaymentFeature(Wiring wiring, SaleContext sales, OrderAnnouncements announcements) {
        this.wiring = wiring;
        this.mysql = wiring.mysql();
        this.sales = sales;
        this.announcements = announcements;
        this.notifications = mysql.paymentNotifications();
        this.outcomes = new RecordOutcome(
                mysql.payments(), announcements.changes(), wiring.metrics().payments()::amountDiffers);
        this.gateway = new TimedGateway(makeGateway(wiring.config().payments()), GATEWAY_TIMEOUT, wiring.timers());
    }

    private PaymentGateway makeGateway(AppConfig.Payments payments) {
        return switch (payments.gateway()) {
            case SANDBOX -> sandbox();
            case HTTP ->
                new HttpGateway(
                        wiring.vertx(),
                        payments.url(),
                        new NotificationSignature(
                                wiring.clock(), payments.secret().getBytes(StandardCharsets.UTF_8)),
                        GATEWAY_TIMEOUT);
            case OFF, AUTO -> new NoGateway();
        };
    }

    private PaymentGateway sandbox() {
        return new SandboxGateway(
                mysql.sandboxCharges(),
                new NotificationSignature(wiring.clock(), wiring.keys().paymentNotifications()),
                wiring.timers(),
                sandbox -> notifications(sandbox)::receive);
    }

    private ReceiveNotification notifications(PaymentGateway from) {
        return new ReceiveNotification(notifications, from, outcomes);
    }

    private DecideLatePayments latePayments(RedisAdapters adapters) {
        return new DecideLatePayments(
                mysql.latePayments(), sales.reservations(adapters), sales.releases(adapters), announcements.changes());
    }

    /**
     * Money that is late has a job of its own: it never waits for the gateway. Every node decides it, and measures what is open,
     * while Redis is away, too.
     */
    @Override
    public List<Deployable> verticles() {
        List<Deployable> verticles = new ArrayList<>(List.of(
                JobVerticle.onEveryNode("late-payments", latePayments(wiring.redis())::decideAll, INTERVAL),
                JobVerticle.onEveryNode(
                        "payment-watch",
                        () -> mysql.unfinishedPayments()
                                .report()
                                .thenAccept(wiring.metrics().payments()::watched),
                        WATCH_INTERVAL),
                pruning("payment-notification-pruning", () -> notifications.prune(NOTIFICATIONS_KEPT))));
        if (gateway.isSetUp()) {
            FinishPayments finish = new FinishPayments(
                    mysql.payments(),
                    mysql.refunds(),
                    gateway,
                    outcomes,
                    announcements.changes(),
                    PENDING_BEFORE_ASKING);
            verticles.add(job("payments", finish::resolve));
            verticles.add(job("refunds", finish::refund));
        }
        if (wiring.config().payments().gateway() == AppConfig.Payments.Gateway.SANDBOX) {
            verticles.add(pruning(
                    "sandbox-charge-pruning", () -> mysql.sandboxCharges().prune(CHARGES_KEPT)));
        }
        return verticles;
    }

    private JobVerticle pruning(String name, Supplier<CompletionStage<Integer>> step) {
        return JobVerticle.pruning(name, step, wiring.lock(), PRUNING_INTERVAL);
    }

    private JobVerticle job(String name, JobVerticle.Job work) {
        return new JobVerticle(name, work, wiring.lock(), INTERVAL);
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new PaymentRoutes(
                wiring.http().share(),
                new PayOrder(
                        mysql.payments(),
                        gateway,
                        outcomes,
                        latePayments(loop),
                        wiring.ids().generator(loop)),
                new RefundOrder(mysql.refunds(), announcements.changes(), sales.releases(loop)),
                notifications(gateway),
                mysql.idempotencyKeys(),
                sales.numbers));
    }
}
