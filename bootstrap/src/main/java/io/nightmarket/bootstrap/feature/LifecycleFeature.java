package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.order.calloff.CallOffSale;
import io.nightmarket.domain.order.calloff.FindCallOff;
import io.nightmarket.domain.order.lifecycle.BuyVoucher;
import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.lifecycle.ExpireOrders;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.RedeemOrder;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.http.order.calloff.CallOffRoutes;
import io.nightmarket.http.order.lifecycle.LifecycleRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Orders after their settlement: ordinary ones, cancelling, expiring, redeeming, and those of called-off sales. */
record LifecycleFeature(Wiring wiring, SaleContext sales, OrderAnnouncements announcements) implements Feature {
    /** Orders are cancelled this long after their time is over, as a rule. */
    private static final Duration EXPIRY_INTERVAL = Duration.ofMillis(200);

    private static final Duration CALL_OFF_INTERVAL = Duration.ofSeconds(1);

    /** Orders of a called-off sale that are ended in each interval; the job of refunds has a pace of its own. */
    private static final int CALLED_OFF_ORDERS = 500;

    private static final Duration RELEASES_KEPT = Duration.ofDays(7);
    private static final Duration PRUNING_INTERVAL = Duration.ofMinutes(1);

    @Override
    public List<Deployable> verticles() {
        MySqlAdapters mysql = wiring.mysql();
        ExpireOrders expiry =
                new ExpireOrders(mysql.orderTransitions(), announcements.changes(), sales.releases(wiring.redis()));
        IdempotencyKeys keys = mysql.idempotencyKeys();
        PendingReleases releases = mysql.pendingReleases();
        List<Deployable> verticles = new ArrayList<>(List.of(
                new JobVerticle(
                        "sale-call-off", callOffSale(wiring.redis())::iterate, wiring.lock(), CALL_OFF_INTERVAL),
                pruning("idempotency-key-pruning", () -> keys.prune(IdempotencyKeys.KEPT)),
                pruning("release-pruning", () -> releases.prune(RELEASES_KEPT))));
        if (wiring.config().payments().areTaken()) {
            verticles.add(JobVerticle.onEveryNode("order-expiry", expiry::expire, EXPIRY_INTERVAL));
        }
        return verticles;
    }

    private CallOffSale callOffSale(RedisAdapters redis) {
        QueuePorts queue = sales.queue(redis);
        return new CallOffSale(
                wiring.mysql().callOffs(),
                wiring.mysql().flashSales(),
                queue.sales(),
                queue.audit(),
                announcements.changes(),
                wiring.config().payments().areTaken(),
                CALLED_OFF_ORDERS);
    }

    private JobVerticle pruning(String name, Supplier<CompletionStage<Integer>> step) {
        return JobVerticle.pruning(name, step, wiring.lock(), PRUNING_INTERVAL);
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        MySqlAdapters mysql = wiring.mysql();
        ShopOwnership ownership = new ShopOwnership(mysql.shops());
        Routes callOffs = new CallOffRoutes(
                wiring.http().share(),
                callOffSale(loop),
                new FindCallOff(mysql.callOffs(), mysql.vouchers(), ownership));
        return List.of(
                callOffs,
                new LifecycleRoutes(
                        wiring.http().share(),
                        new BuyVoucher(
                                mysql.ordinaryOrders(wiring.config().payments().payWithin()),
                                announcements.changes(),
                                wiring.ids().generator(loop)),
                        new CancelOrder(mysql.orderTransitions(), announcements.changes(), sales.releases(loop)),
                        new RedeemOrder(
                                mysql.orders(),
                                mysql.vouchers(),
                                ownership,
                                mysql.orderTransitions(),
                                announcements.changes()),
                        mysql.idempotencyKeys(),
                        sales.numbers));
    }
}
