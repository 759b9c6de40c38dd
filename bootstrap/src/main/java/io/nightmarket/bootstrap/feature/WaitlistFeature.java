package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.waiting.JoinWaitlist;
import io.nightmarket.domain.sale.waiting.OfferUnits;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.sale.waiting.WaitlistRoutes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** Waiting for units of sales that are sold out. */
record WaitlistFeature(Wiring wiring, SaleContext sales) implements Feature {
    private static final Duration OFFER_INTERVAL = Duration.ofMillis(500);

    @Override
    public List<Deployable> verticles() {
        QueuePorts queue = sales.queue(wiring.redis());
        OfferUnits offers = new OfferUnits(
                wiring.mysql().waitlist(), queue.orders(), queue.sales(), sales.epochs, sales.preparation);
        return List.of(new JobVerticle("waitlist-offers", offers::offer, wiring.lock(), OFFER_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        QueuePorts queue = sales.queue(loop);
        return List.of(new WaitlistRoutes(
                wiring.http().share(),
                new JoinWaitlist(
                        sales.directory,
                        wiring.mysql().waitlist(),
                        queue.orders(),
                        queue.sales(),
                        sales.epochs,
                        sales.preparation,
                        wiring.ids().generator(loop))));
    }
}
