package io.nightmarket.http.health;

import io.nightmarket.domain.order.StalledShards;
import io.nightmarket.http.HttpUseCases;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.route.Endpoints;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthChecks;
import io.vertx.ext.healthchecks.Status;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this node lives, and whether what it needs answers. Says names, never why. */
public final class HealthRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final HealthChecks probes;
    private final StalledShards stalled;
    private final Responses responses;

    private record Check(String name, String status) {
        static Check of(CheckResult result) {
            if (!CheckResult.isUp(result)) {
                LOG.warn("{} is not ready: {}", result.getId(), result.getData());
            }
            return new Check(result.getId(), CheckResult.isUp(result) ? "UP" : "DOWN");
        }
    }

    private record Health(String status, List<Check> checks) {}

    /** @param deadline a probe that takes longer is down */
    public HealthRoutes(Vertx vertx, HttpUseCases.Readiness readiness, Duration deadline, Responses responses) {
        this.probes = HealthChecks.create(vertx);
        this.stalled = readiness.stalled();
        this.responses = responses;
        readiness
                .probes()
                .forEach((name, probe) -> this.probes.register(
                        name,
                        deadline.toMillis(),
                        status -> Future.fromCompletionStage(probe.get(), vertx.getOrCreateContext())
                                .onSuccess(_ -> status.tryComplete(Status.OK()))
                                .onFailure(status::tryFail)));
    }

    public void bind(Endpoints endpoints) {
        endpoints.plain("isLive", ctx -> responses.sendPlain(ctx, OK, new Health("UP", List.of())));
        endpoints.plain("isReady", this::ready);
    }

    private Stream<Check> settlement() {
        return Stream.of(new Check("settlement", stalled.all().isEmpty() ? "UP" : "STALLED"));
    }

    private void ready(RoutingContext ctx) {
        probes.checkStatus()
                .onSuccess(result -> {
                    boolean up = CheckResult.isUp(result);
                    List<Check> checks = Stream.concat(
                                    result.getChecks().stream().map(Check::of), settlement())
                            .sorted(Comparator.comparing(Check::name))
                            .toList();
                    responses.sendPlain(ctx, up ? OK : UNAVAILABLE, new Health(up ? "UP" : "DOWN", checks));
                })
                .onFailure(ctx::fail);
    }
}
