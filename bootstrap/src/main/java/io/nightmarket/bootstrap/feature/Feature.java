package io.nightmarket.bootstrap.feature;

import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import io.vertx.core.eventbus.EventBus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What one capability adds to the node. It is made on the main thread from {@code Wiring}, where it defines its caches,
 * and then asked for the rest in the order of these methods.
 */
public interface Feature {
    /** Reads what it needs of the databases, before anything else of the node runs. */
    default CompletionStage<Void> prepare() {
        return CompletableFuture.completedStage(null);
    }

    /** Subscribes to events of all nodes. */
    default void subscribe(EventBus bus) {}

    /** Jobs and other verticles, deployed before HTTP is served. */
    default List<Deployable> verticles() {
        return List.of();
    }

    /** The last work before HTTP is served. */
    default CompletionStage<Void> open() {
        return CompletableFuture.completedStage(null);
    }

    /** Undoes {@link #open}, after HTTP and before the verticles stop. */
    default CompletionStage<Void> close() {
        return CompletableFuture.completedStage(null);
    }

    /**
     * The routes of one event loop.
     *
     * @param loop the Redis connections of this loop alone
     */
    default List<Routes> routes(RedisAdapters loop) {
        return List.of();
    }

    /** Probes of readiness by name, for one event loop; a node of which one fails gets no requests. */
    default Map<String, Supplier<CompletionStage<Void>>> probes(RedisAdapters loop) {
        return Map.of();
    }

    /** States that are shown with the readiness, by name, and don't change it. */
    default Map<String, Supplier<String>> states() {
        return Map.of();
    }
}
