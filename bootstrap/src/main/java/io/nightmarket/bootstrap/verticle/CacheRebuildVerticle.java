package io.nightmarket.bootstrap.verticle;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;

/**
 * Receives the messages of other nodes about the caches, sends this node's heartbeats, and rebuilds stale entries on
 * request. A rebuild that fails is left to the next request.
 */
public final class CacheRebuildVerticle extends VerticleBase {
    private final List<? extends Work> caches;
    private final long heartbeatMillis;

    /** One cache. */
    public interface Work {
        /** Receives invalidations and rebuild requests from here on. */
        Future<?> subscribe();

        /** Repeats the number of this node's last message. */
        void heartbeat();
    }

    public CacheRebuildVerticle(List<? extends Work> caches, long heartbeatMillis) {
        this.caches = List.copyOf(caches);
        this.heartbeatMillis = heartbeatMillis;
    }

    @Override
    public Future<?> start() {
        return Future.all(caches.stream().<Future<?>>map(Work::subscribe).toList())
                .onSuccess(_ -> {
                    caches.forEach(Work::heartbeat);
                    vertx.setPeriodic(heartbeatMillis, _ -> caches.forEach(Work::heartbeat));
                });
    }
}
