package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class HttpVerticleTest {
    @Test
    void aStopLetsRequestsInFlightEndAndThenCloses(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().drain(Duration.ofMinutes(1)));
        try (TestClient client = new TestClient(node)) {
            node.shops.add(Shops.shop(1));
            CompletableFuture<Void> until = node.shopReads.hang();
            CompletableFuture<Reply> slow =
                    client.sendAsync(client.request("/shop/1").GET().build());
            assertEquals(200, client.get("/health/live").status());
            node.shopReads.hanging().join();
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(node::undeploy);
            node.vertx.setTimer(300, _ -> until.complete(null));
            assertEquals("炉鱼", slow.join().object().getString("name"));
            stopped.join();
            assertEquals(1, node.closed.get());
            assertThrows(AssertionError.class, () -> client.get("/health/live"));
        }
    }

    @Test
    void whatCannotStartClosesWhatItMade(Vertx vertx) {
        AtomicInteger closed = new AtomicInteger();
        HttpConfig config = new TestConfig().build();
        HttpVerticle verticle = new HttpVerticle(
                new SharedHttpState(
                        config,
                        TestNode.SECRET,
                        new InMemoryAuditTrail(),
                        Clock.systemUTC(),
                        System::nanoTime,
                        new Overload(System::nanoTime),
                        new Random(),
                        RequestMeter.NONE),
                () -> CompletableFuture.failedStage(new Unavailable("no server")),
                () -> {
                    closed.incrementAndGet();
                    return CompletableFuture.completedStage(null);
                },
                _ -> {});
        assertThrows(Unavailable.class, () -> vertx.deployVerticle(verticle).await(60, TimeUnit.SECONDS));
        assertEquals(1, closed.get());
        assertThrows(IllegalStateException.class, verticle::port);
    }

    @Test
    void aPortThatCannotBeIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new TestConfig().port(65_536).build());
    }
}
