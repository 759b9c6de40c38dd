package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.bus.BusCodec;
import io.nightmarket.bootstrap.cluster.Cluster;
import io.nightmarket.bootstrap.cluster.NodePresence;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.bootstrap.feature.Feature;
import io.nightmarket.bootstrap.feature.Features;
import io.nightmarket.bootstrap.gateway.PageSms;
import io.nightmarket.bootstrap.gateway.WebhookSms;
import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.domain.account.SmsSender;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.http.HttpVerticle;
import io.nightmarket.mysql.MySqlSchema;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.ext.web.Router;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running node: starts its parts one after the other and stops them in the opposite order. It belongs to the main
 * thread, the only one that may wait.
 */
// Over 200 lines: no other class of a start may wait (ArchitectureTest).
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final Duration START_DEADLINE = Duration.ofSeconds(60);
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(15);

    private final StartedParts parts = new StartedParts();
    private final Consumer<Router> moreRoutes;
    private final Clock clock;
    private final Metrics metrics = new Metrics();
    private @Nullable Wiring wiring;
    private @Nullable Features features;

    /** Held while the embedded servers start: a stop that comes meanwhile waits, for only then can it stop them. */
    private final Object serverStart = new Object();

    public Node() {
        this(_ -> {}, Clock.systemUTC());
    }

    /**
     * A node that goes by another clock, or answers more.
     *
     * @param moreRoutes adds to each event loop's router what stands outside of the contract
     */
    public Node(Consumer<Router> moreRoutes, Clock clock) {
        this.moreRoutes = moreRoutes;
        this.clock = clock;
    }

    /** A part did not start. */
    public static final class StartFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        public StartFailure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Starts everything and answers the port that listens. Fails when a part fails; {@link #close} tidies up then. */
    public int start(AppConfig given) {
        requireFreePorts(given);
        AppConfig config = given.embedded() ? given.at(startServers(given)) : given;
        Optional<VertxMetricsFactory> ofVertx =
                config.metrics().enabled() ? Optional.of(metrics.ofVertx()) : Optional.empty();
        Vertx vertx = join(config.cluster(), ofVertx);
        part(() -> await(vertx.close().toCompletionStage(), STOP_DEADLINE, "Vert.x"));
        BusCodec.registerAll(vertx.eventBus());
        PageSms console = new PageSms();
        SmsSender sms = config.embedded() || config.sms().url().equals(AppConfig.Sms.CONSOLE)
                ? console
                : new WebhookSms(vertx, config.sms());
        Consumer<Router> routes = config.embedded() ? moreRoutes.andThen(EmbeddedMode::showPictures) : moreRoutes;
        routes = config.http().pages().codes() ? routes.andThen(console::bind) : routes;
        wiring = await(Wiring.connect(vertx, config, routes, clock, metrics), START_DEADLINE, "the adapters");
        part(() -> await(wiring().close(), STOP_DEADLINE, "the adapters"));
        warnOfRisks(config);
        features = new Features(wiring(), sms);
        // Only now: a start that is refused before must leave the database as it was.
        MySqlSchema.migrate(config.mysql());
        NodePresence presence = enter(vertx, config);
        if (config.embedded()) {
            boolean _ = EmbeddedMode.loadDemoData(config.mysql(), clock);
        }
        startFeatures(vertx, features().all(), config);
        int port = serveHttp(vertx);
        await(presence.listensAt(NodeAddress.of(config.http().host(), port)), START_DEADLINE, "the entry of the node");
        return port;
    }

    private static void requireFreePorts(AppConfig given) {
        Ports.requireFree(given.http().host(), given.http().port(), "--port");
        given.metrics()
                .port()
                .ifPresent(port -> Ports.requireFree(given.metrics().host(), port, "metrics.port"));
    }

    /** One that does not come up waits for others, or for what looks like them. */
    private static Vertx join(AppConfig.Cluster cluster, Optional<VertxMetricsFactory> ofVertx) {
        try {
            return await(Cluster.start(cluster, ofVertx).toCompletionStage(), START_DEADLINE, "the cluster");
        } catch (StartFailure e) {
            throw e.getCause() instanceof TimeoutException
                    ? new StartFailure(
                            e.getMessage() + "; "
                                    + ClusterPorts.foreign(cluster).orElseGet(() -> ClusterPorts.searched(cluster)),
                            e)
                    : e;
        }
    }

    /** Once, and not for each connection. */
    private void warnOfRisks(AppConfig config) {
        if (config.adapters().queue() == AppConfig.Adapters.Queue.REDIS) {
            await(wiring().redis().risks(), START_DEADLINE, "the settings of Redis")
                    .forEach(LOG::warn);
        }
    }

    /** Before the node does anything: one that does not fit the others must not begin. */
    private NodePresence enter(Vertx vertx, AppConfig config) {
        RunningNode own = new RunningNode(
                wiring().nodeName(),
                NodeAddress.of(config.http().host(), config.http().port()),
                Version.number(),
                config.cluster().enabled(),
                SharedSettings.of(config, wiring().keys().digests()));
        NodePresence presence =
                new NodePresence(vertx, wiring().mysql().runningNodes(), wiring().mark(), wiring().timers(), own);
        part(() -> await(presence.leave(), STOP_DEADLINE, "the entry of the node"));
        await(presence.enter(), START_DEADLINE, "the entry of the node");
        return presence;
    }

    private void startFeatures(Vertx vertx, List<Feature> starting, AppConfig config) {
        starting.forEach(feature -> await(feature.prepare(), START_DEADLINE, name(feature)));
        serveMetrics(vertx, config.metrics());
        starting.forEach(feature -> feature.subscribe(vertx.eventBus()));
        starting.stream()
                .flatMap(feature -> feature.verticles().stream())
                .toList()
                .forEach(verticle -> deploy(vertx, verticle));
        starting.forEach(this::open);
    }

    private void open(Feature feature) {
        CompletionStage<Void> begun = feature.open();
        part(() -> await(feature.close(), STOP_DEADLINE, name(feature)));
        await(begun, START_DEADLINE, name(feature));
    }

    private static String name(Object part) {
        return part.getClass().getSimpleName();
    }

    /** The use cases and ports of this node, once it was started. */
    public Wiring wiring() {
        return Objects.requireNonNull(wiring, "not started");
    }

    /** What this node does, once it was started. */
    public Features features() {
        return Objects.requireNonNull(features, "not started");
    }

    private void serveMetrics(Vertx vertx, AppConfig.Metrics page) {
        if (page.enabled()) {
            Future<Optional<HttpServer>> serving = page.port()
                    .map(port -> metrics.serve(vertx, page.host(), port).map(Optional::of))
                    .orElseGet(() -> metrics.serve(vertx, page.host(), page.ports()));
            await(serving.toCompletionStage(), START_DEADLINE, "the metrics")
                    .ifPresent(server ->
                            part(() -> await(server.close().toCompletionStage(), STOP_DEADLINE, "the metrics")));
        }
    }

    private Servers startServers(AppConfig config) {
        synchronized (serverStart) {
            EmbeddedMode embedded = EmbeddedMode.start(config.data());
            part(embedded);
            return embedded.servers();
        }
    }

    /** Answers the port that listens. */
    private int serveHttp(Vertx vertx) {
        List<HttpVerticle> made = new CopyOnWriteArrayList<>();
        DeploymentOptions perCore =
                new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        Future<String> deployed = vertx.deployVerticle(
                () -> {
                    HttpVerticle verticle = features().httpVerticle();
                    made.add(verticle);
                    return verticle;
                },
                perCore);
        String http = await(deployed.toCompletionStage(), START_DEADLINE, "HTTP");
        part(() -> await(vertx.undeploy(http).toCompletionStage(), STOP_DEADLINE, "HTTP"));
        part(() -> LOG.info("The node stops: it answers what it has begun"));
        return made.getFirst().port();
    }

    private void deploy(Vertx vertx, Deployable verticle) {
        String name = name(verticle);
        String id = await(vertx.deployVerticle(verticle).toCompletionStage(), START_DEADLINE, name);
        part(() -> await(vertx.undeploy(id).toCompletionStage(), STOP_DEADLINE, name));
    }

    private void part(AutoCloseable part) {
        if (!parts.add(part)) {
            throw new StartFailure("stopped while starting", new IllegalStateException("stopped"));
        }
    }

    /** Stops what was started, the last first, each within its deadline. Repeating it is harmless. */
    @Override
    public void close() {
        parts.refuseMore();
        synchronized (serverStart) {
            parts.closeAll();
        }
    }

    private static <T> T await(CompletionStage<T> stage, Duration deadline, String what) {
        try {
            return stage.toCompletableFuture().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = DomainFailure.causeOf(e.getCause() == null ? e : e.getCause());
            throw switch (cause) {
                case DomainFailure failure -> failure;
                case ConfigException refused -> refused;
                default -> new StartFailure(what + ": " + cause.getMessage(), cause);
            };
        } catch (TimeoutException e) {
            throw new StartFailure(what + ": not ready within " + deadline.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure(what + ": interrupted", e);
        }
    }
}
