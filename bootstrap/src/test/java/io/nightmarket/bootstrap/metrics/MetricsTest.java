package io.nightmarket.bootstrap.metrics;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.MetricsPage;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class MetricsTest {
    @Test
    void theBreakerIsInOneStateAtATime(Vertx vertx) throws IOException {
        AtomicReference<BreakerState> breaker = new AtomicReference<>(BreakerState.CLOSED);
        Metrics metrics = new Metrics();
        metrics.cacheBreaker(breaker::get);
        int port =
                await(metrics.serve(vertx, "127.0.0.1", 0).toCompletionStage()).actualPort();

        for (BreakerState now : BreakerState.values()) {
            breaker.set(now);
            MetricsPage page = new MetricsPage(HttpCalls.get(port, "/metrics"));
            for (BreakerState state : BreakerState.values()) {
                String label = "state=\"" + state.name().toLowerCase(Locale.ROOT) + '"';
                assertEquals(state == now ? 1 : 0, page.value("nightmarket_cache_breaker", label));
            }
        }
    }
}
