package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.order.list.ListOrders;
import io.nightmarket.domain.order.list.RepairOrderLists;
import io.nightmarket.http.order.list.OrderListRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** The list of a shopper's orders. */
record OrderListFeature(Wiring wiring, SaleContext sales, OrderAnnouncements announcements) implements Feature {
    private static final Duration REPAIR_INTERVAL = Duration.ofSeconds(1);

    /** Longer than a transaction may take. */
    private static final Duration COMPARISON_INTERVAL = Duration.ofSeconds(20);

    @Override
    public List<Deployable> verticles() {
        RepairOrderLists repair =
                new RepairOrderLists(wiring.redis().orderLists(), wiring.mysql().recentOrders(), announcements.meter());
        return List.of(
                new JobVerticle("order-list-repair", repair::repair, wiring.lock(), REPAIR_INTERVAL),
                new JobVerticle(
                        "order-list-comparison",
                        JobVerticle.Job.of(repair::compare, repair::forget),
                        wiring.lock(),
                        COMPARISON_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        ListOrders listOrders = new ListOrders(
                wiring.mysql().orderPages(),
                loop.orderLists(),
                wiring.missedWrites(),
                wiring.timers(),
                wiring.random(),
                announcements.meter());
        return List.of(new OrderListRoutes(wiring.http().share(), listOrders, sales.numbers));
    }
}
