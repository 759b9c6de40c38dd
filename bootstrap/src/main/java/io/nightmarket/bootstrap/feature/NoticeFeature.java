package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusOrderChanges;
import io.nightmarket.bootstrap.bus.EventBusSettlementEvents;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.http.order.notice.NoticeRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;

/** Notices: events of orders for their buyers, as list and stream. */
final class NoticeFeature implements Feature {
    /** Proxies close a stream that is silent for longer. */
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(15);

    private final NoticeRoutes routes;

    NoticeFeature(Wiring wiring) {
        this.routes = new NoticeRoutes(
                wiring.http().share(), wiring.mysql().orderNotices(), wiring.vertx(), HEARTBEAT_INTERVAL);
        wiring.metrics().noticeStreams(routes::streams);
    }

    @Override
    public void subscribe(EventBus bus) {
        EventBusOrderChanges.subscribe(bus, routes::hint);
        EventBusSettlementEvents.subscribe(
                bus,
                settlement -> routes.hint(
                        settlement.settled().stream().map(Purchase::buyer).toList()));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(routes);
    }
}
