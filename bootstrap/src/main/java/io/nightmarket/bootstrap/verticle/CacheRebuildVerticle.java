package io.nightmarket.bootstrap.verticle;

import io.nightmarket.bootstrap.cache.NodeCache;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;

/**
 * Receives the messages of other nodes about the caches, sends this node's heartbeats, and rebuilds stale entries on
 * request. A rebuild that fails is left to the next request.
 */
public final class CacheRebuildVerticle extends VerticleBase {
    private final List<NodeCache<?, ?>> caches;
    private final long heartbeatMillis;

    public CacheRebuildVerticle(List<NodeCache<?, ?>> caches, long heartbeatMillis) {
        this.caches = List.copyOf(caches);
        this.heartbeatMillis = heartbeatMillis;
    }

    @Override
    public Future<?> start() {
        return Future.all(caches.stream().<Future<?>>map(NodeCache::subscribe).toList())
                .onSuccess(_ -> {
                    caches.forEach(NodeCache::heartbeat);
                    vertx.setPeriodic(heartbeatMillis, _ -> caches.forEach(NodeCache::heartbeat));
                });
    }
}
