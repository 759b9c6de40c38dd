package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusInvalidations;
import io.nightmarket.bootstrap.cache.CacheRegistry;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.http.cache.CacheRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.util.List;

/** What all caches have in common: their invalidation, their rebuilds, and what operators do with them. */
record CacheFeature(Wiring wiring) implements Feature {
    @Override
    public List<Deployable> verticles() {
        return List.of(
                new CacheRebuildVerticle(wiring.caches().all(), EventBusInvalidations.HEARTBEAT.toMillis()),
                JobVerticle.onEveryNode("cache-changes", wiring.caches()::applyUnconfirmed, CacheRegistry.INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new CacheRoutes(new ManageCaches(wiring.caches().all())));
    }
}
