package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.feed.FeedMeter;
import io.nightmarket.domain.note.LikeMeter;
import io.nightmarket.domain.order.list.OrderListMeter;
import io.nightmarket.domain.sale.waiting.RoomMeter;
import io.nightmarket.domain.visitor.VisitBuffer;
import io.nightmarket.http.HttpAdapters;
import io.nightmarket.http.Overload;
import io.nightmarket.http.Priority;
import io.nightmarket.http.RequestMeter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsFactory;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this node measures, and the page on which Prometheus reads it. */
public final class Metrics {
    private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);
    private static final String PATH = "/metrics";
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final int NOT_FOUND = 404;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RequestMeter requests = new HttpMetrics(registry);
    private final SaleMetrics sales = new SaleMetrics(registry);
    private final PaymentMetrics payments = new PaymentMetrics(registry);
    private final OrderListMeter orderLists = new OrderListMetrics(registry);
    private final LikeMeter likes = new LikeMetrics(registry);
    private final FeedMeter feeds = new FeedMetrics(registry);
    private final RoomMeter waitingRooms = new RoomMetrics(registry);
    private final WebhookMetrics webhooks = new WebhookMetrics(registry, Clock.systemUTC());

    public RequestMeter requests() {
        return requests;
    }

    public SaleMetrics sales() {
        return sales;
    }

    public OrderListMeter orderLists() {
        return orderLists;
    }

    public LikeMeter likes() {
        return likes;
    }

    public FeedMeter feeds() {
        return feeds;
    }

    public RoomMeter waitingRooms() {
        return waitingRooms;
    }

    public PaymentMetrics payments() {
        return payments;
    }

    public WebhookMetrics webhooks() {
        return webhooks;
    }

    /** The metrics of one cache; the same object at every call. */
    public CacheMetrics cache(String name) {
        return new CacheMetrics(registry, name);
    }

    /** Shows the state of the breaker before the store of the caches: one of the states is 1, the others are 0. */
    public void cacheBreaker(Supplier<BreakerState> breaker) {
        for (BreakerState state : BreakerState.values()) {
            Gauge.builder("nightmarket.cache.breaker", () -> breaker.get() == state ? 1 : 0)
                    .description("What the circuit breaker before the shared caches does with calls")
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    /** Shows how many streams of notices are open. */
    public void noticeStreams(Supplier<Integer> streams) {
        Gauge.builder("nightmarket.notice.streams", streams)
                .description("Streams of notices of orders that are open on this node")
                .register(registry);
    }

    /** Shows how many streams of unread counts are open. */
    public void unreadStreams(Supplier<Integer> streams) {
        Gauge.builder("nightmarket.feed.streams", streams)
                .description("Streams of unread counts of feeds that are open on this node")
                .register(registry);
    }

    /** Shows how many views and visitors were not counted. The registry holds the buffer weakly: the caller has to keep it. */
    public void droppedViews(VisitBuffer buffer) {
        FunctionCounter.builder("nightmarket.visits.dropped", buffer, VisitBuffer::dropped)
                .description("Views or visitors that were not counted: too many at once, or Redis did not answer")
                .register(registry);
    }

    /** Shows how many connections are open. The registry holds it weakly: the caller has to keep it. */
    public void connections(HttpAdapters http) {
        Gauge.builder("nightmarket.http.connections", http, HttpAdapters::connections)
                .description("Connections of clients that are open on this node")
                .register(registry);
    }

    /** Shows what is refused under overload. The registry holds it weakly: the caller has to keep it. */
    public void overload(Overload overload) {
        for (Priority priority : Priority.values()) {
            FunctionCounter.builder("nightmarket.overload.rejected", overload, node -> node.refusals(priority))
                    .description("Requests that were refused under overload")
                    .tag("priority", priority.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        Gauge.builder("nightmarket.overload.delay", overload, Overload::standingDelay)
                .description("How long work waits for the slowest event loop")
                .baseUnit("seconds")
                .register(registry);
    }

    /** Has Vert.x measure itself here, too. */
    public VertxMetricsFactory ofVertx() {
        return new MicrometerMetricsFactory(registry);
    }

    /** Serves the page on a port of its own, which shoppers can't reach. */
    public Future<HttpServer> serve(Vertx vertx, String host, int port) {
        return vertx.createHttpServer()
                .requestHandler(this::answer)
                .listen(port, host)
                .onSuccess(server -> LOG.info("Metrics: http://{}:{}{}", host, server.actualPort(), PATH));
    }

    /** As the other one, on the first of these ports that is free; without any there is no page. */
    public Future<Optional<HttpServer>> serve(Vertx vertx, String host, List<Integer> ports) {
        if (ports.isEmpty()) {
            LOG.warn("There is no page of metrics: metrics.port is auto, and none of its ports is free");
            return Future.succeededFuture(Optional.empty());
        }
        return serve(vertx, host, ports.getFirst())
                .map(Optional::of)
                .recover(_ -> serve(vertx, host, ports.subList(1, ports.size())));
    }

    private void answer(HttpServerRequest request) {
        if (request.method().equals(HttpMethod.GET) && PATH.equals(request.path())) {
            request.response().putHeader("content-type", PROMETHEUS_TEXT).end(registry.scrape());
        } else {
            request.response().setStatusCode(NOT_FOUND).end();
        }
    }
}
