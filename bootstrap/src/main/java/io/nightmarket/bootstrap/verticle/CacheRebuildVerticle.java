package io.nightmarket.bootstrap.verticle;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;

/**
 * Receives the cache invalidations of other nodes, announces this node's, and rebuilds stale entries on request. A rebuild
 * that fails is left to the next request.
 */
public final class CacheRebuildVerticle extends VerticleBase {
    private final List<? extends Work> caches;
    private final long pulseMillis;

    /** What is done for one cache. */
    public interface Work {
        /** Subscribes to invalidations and requests. */
        Future<?> begin();

        /** Announces the number of this node's last invalidation. */
        void pulse();
    }

    public CacheRebuildVerticle(List<? extends Work> caches, long pulseMillis) {
        this.caches = List.copyOf(caches);
        this.pulseMillis = pulseMillis;
    }

    @Override
    public Future<?> start() {
        return Future.all(caches.stream().<Future<?>>map(Work::begin).toList()).onSuccess(_ -> {
            caches.forEach(Work::pulse);
            vertx.setPeriodic(pulseMillis, _ -> caches.forEach(Work::pulse));
        });
    }
}
