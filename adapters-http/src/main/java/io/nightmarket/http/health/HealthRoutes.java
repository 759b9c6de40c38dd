package io.nightmarket.http.health;

import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.route.Endpoints;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this node lives, and whether what it needs answers. Says names, never why. */
public final class HealthRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final Map<String, Supplier<CompletionStage<Void>>> probes;
    private final Duration deadline;
    private final Responses responses;

    private record Check(String name, String status) {
        boolean isUp() {
            return status.equals("UP");
        }
    }

    private record Health(String status, List<Check> checks) {
        static Health of(List<Check> checks) {
            return new Health(checks.stream().allMatch(Check::isUp) ? "UP" : "DOWN", checks);
        }
    }

    /** @param deadline a probe that takes longer is down */
    public HealthRoutes(Map<String, Supplier<CompletionStage<Void>>> probes, Duration deadline, Responses responses) {
        this.probes = probes;
        this.deadline = deadline;
        this.responses = responses;
    }

    public void bind(Endpoints endpoints) {
        endpoints.plain("isLive", ctx -> responses.sendPlain(ctx, OK, Health.of(List.of())));
        endpoints.plain("isReady", this::ready);
    }

    private void ready(RoutingContext ctx) {
        List<Future<Check>> checks = probes.entrySet().stream()
                .map(probe -> check(ctx, probe.getKey(), probe.getValue()))
                .toList();
        Future.all(checks)
                .map(all -> Health.of(all.<Check>list().stream()
                        .sorted(Comparator.comparing(Check::name))
                        .toList()))
                .map(health -> {
                    responses.sendPlain(ctx, health.status().equals("UP") ? OK : UNAVAILABLE, health);
                    return health;
                })
                .onFailure(ctx::fail);
    }

    private Future<Check> check(RoutingContext ctx, String name, Supplier<CompletionStage<Void>> probe) {
        return Future.succeededFuture(probe)
                .compose(start ->
                        Future.fromCompletionStage(start.get(), ctx.vertx().getOrCreateContext()))
                .timeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .map(new Check(name, "UP"))
                .otherwise(failure -> down(name, failure));
    }

    private static Check down(String name, Throwable failure) {
        LOG.warn("{} is not ready: {}", name, failure.toString());
        return new Check(name, "DOWN");
    }
}
