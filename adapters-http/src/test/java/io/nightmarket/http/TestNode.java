package io.nightmarket.http;

import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.http.limit.HeldBytes;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A verticle over adapters in memory, whose calls can be made to fail; gone when its Vert.x is closed. */
final class TestNode extends TestRoutes {
    final AtomicInteger closed = new AtomicInteger();
    /** The event loop of its verticle. */
    final AtomicReference<Context> loop = new AtomicReference<>();

    final HttpVerticle verticle;
    private final String deployment;

    TestNode(Vertx vertx) {
        this(vertx, new TestConfig());
    }

    TestNode(Vertx vertx, TestConfig config) {
        this(vertx, config, 0);
    }

    TestNode(Vertx vertx, TestConfig config, int codesPerAddress) {
        super(vertx, config.build(), codesPerAddress);
        verticle = new HttpVerticle(
                share,
                () -> CompletableFuture.completedStage(api()),
                this::closeAdapters,
                _ -> loop.set(vertx.getOrCreateContext()));
        try {
            deployment = vertx.deployVerticle(verticle).await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
        var _ = OrderQueueContract.letIn(queue, Shard.FIRST)
                .toCompletableFuture()
                .join();
    }

    private CompletionStage<Void> closeAdapters() {
        closed.incrementAndGet();
        return CompletableFuture.completedStage(null);
    }

    /** Requests of this priority that were refused under overload. */
    long refusals(Priority priority) {
        return share.overload().refusals(priority);
    }

    /** Seconds that work waits for the event loop. */
    double standingDelay() {
        return share.overload().standingDelay();
    }

    HeldBytes held() {
        return share.held();
    }

    int openConnections() {
        return share.connections().count();
    }

    int port() {
        return verticle.port();
    }

    void undeploy() {
        try {
            vertx.undeploy(deployment).await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
