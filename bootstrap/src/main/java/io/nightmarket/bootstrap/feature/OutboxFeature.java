package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.gateway.SignedWebhooks;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.order.outbox.DeliverEvents;
import io.nightmarket.http.order.outbox.EventRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** Events of orders for other systems. */
final class OutboxFeature implements Feature {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Wiring wiring;
    private final SaleContext sales;
    private final SignedWebhooks sender;

    OutboxFeature(Wiring wiring, SaleContext sales) {
        this.wiring = wiring;
        this.sales = sales;
        this.sender = new SignedWebhooks(
                wiring.vertx(),
                events -> EventRoutes.message(
                        events, sales.numbers, wiring.clock().instant()),
                wiring.clock(),
                wiring.config().events().privateNetworks());
    }

    @Override
    public List<Deployable> verticles() {
        DeliverEvents deliver = new DeliverEvents(
                wiring.mysql().orderOutbox(),
                wiring.mysql().webhooks(),
                sender,
                wiring.random(),
                wiring.timers()::nanoTime,
                wiring.metrics().webhooks()::watched);
        return List.of(new JobVerticle(
                "webhooks",
                JobVerticle.Job.of(deliver::iterate, wiring.metrics().webhooks()::left),
                wiring.lock(),
                INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new EventRoutes(
                wiring.http().share(),
                wiring.mysql().orderOutbox(),
                wiring.mysql().webhooks(),
                sales.numbers,
                sender::mayBeSentTo,
                wiring.random()));
    }
}
