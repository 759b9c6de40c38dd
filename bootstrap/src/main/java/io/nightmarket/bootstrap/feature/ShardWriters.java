package io.nightmarket.bootstrap.feature;

import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Supplier;

/** The writers of all shards. They begin and end side by side: each may have to wait for what it is about. */
final class ShardWriters {
    private final Vertx vertx;
    private final Supplier<? extends List<? extends Deployable>> make;
    private volatile List<Future<String>> deployments = List.of();

    /** @param make makes writers, at each beginning */
    ShardWriters(Vertx vertx, Supplier<? extends List<? extends Deployable>> make) {
        this.vertx = vertx;
        this.make = make;
    }

    /** Those that are there already go on. */
    Future<Void> begin() {
        if (deployments.isEmpty()) {
            deployments = make.get().stream().map(vertx::deployVerticle).toList();
        }
        return Future.all(deployments).mapEmpty();
    }

    /** Completes when each has ended its turn and left its shard. */
    Future<Void> end() {
        List<Future<String>> ending = deployments;
        deployments = List.of();
        return Future.join(ending.stream()
                        .map(deployed -> deployed.compose(vertx::undeploy))
                        .toList())
                .mapEmpty();
    }
}
