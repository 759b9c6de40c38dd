package io.nightmarket.http.site;

import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthChecks;
import io.vertx.ext.healthchecks.Status;
import io.vertx.ext.web.RoutingContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this node lives, and whether what it needs answers. Says names, never why. */
public final class HealthRoutes implements Routes {
    private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final HealthChecks probes;
    private final Map<String, Supplier<String>> states;

    private record Check(String name, String status) {
        static Check of(CheckResult result) {
            if (!CheckResult.isUp(result)) {
                LOG.warn("{} is not ready: {}", result.getId(), result.getData());
            }
            return new Check(result.getId(), CheckResult.isUp(result) ? "UP" : "DOWN");
        }
    }

    private record Health(String status, List<Check> checks) {}

    /**
     * @param probes by name; one that completes within {@link HttpConfig#probeDeadline} is up
     * @param states by name; shown, and no reason to send requests elsewhere
     */
    public HealthRoutes(
            Vertx vertx,
            SharedHttpState share,
            Map<String, Supplier<CompletionStage<Void>>> probes,
            Map<String, Supplier<String>> states) {
        this.probes = HealthChecks.create(vertx);
        this.states = Map.copyOf(states);
        probes.forEach((name, probe) -> this.probes.register(
                name,
                share.config().probeDeadline().toMillis(),
                status -> Future.fromCompletionStage(probe.get(), vertx.getOrCreateContext())
                        .onSuccess(_ -> status.tryComplete(Status.OK()))
                        .onFailure(status::tryFail)));
    }

    @Override
    public void bind(Endpoints endpoints) {
        Responses responses = endpoints.responses();
        endpoints.plain("isLive", ctx -> responses.sendPlain(ctx, OK, new Health("UP", List.of())));
        endpoints.plain("isReady", ctx -> ready(ctx, responses));
    }

    private Stream<Check> states() {
        return states.entrySet().stream()
                .map(state -> new Check(state.getKey(), state.getValue().get()));
    }

    private void ready(RoutingContext ctx, Responses responses) {
        probes.checkStatus()
                .onSuccess(result -> {
                    boolean up = CheckResult.isUp(result);
                    List<Check> checks = Stream.concat(
                                    result.getChecks().stream().map(Check::of), states())
                            .sorted(Comparator.comparing(Check::name))
                            .toList();
                    responses.sendPlain(ctx, up ? OK : UNAVAILABLE, new Health(up ? "UP" : "DOWN", checks));
                })
                .onFailure(ctx::fail);
    }
}
