package io.nightmarket.bootstrap.metrics;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.bootstrap.verticle.SettlementProgress;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.order.payment.UnfinishedPayments;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.waiting.RoomMeter;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.visitor.Page;
import io.nightmarket.domain.visitor.VisitBuffer;
import io.nightmarket.http.RequestMeter;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.LogLines;
import io.nightmarket.testkit.MetricsPage;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class MetricsTest {
    /** The page of metrics, as it is each time. */
    private interface ServedPage {
        double value(String name, String... labels) throws IOException;
    }

    private static ServedPage serve(Metrics metrics, Vertx vertx) {
        int port =
                await(metrics.serve(vertx, "127.0.0.1", 0).toCompletionStage()).actualPort();
        return (name, labels) -> new MetricsPage(HttpCalls.get(port, "/metrics")).value(name, labels);
    }

    @Test
    void requestsAreMeasuredByOperationAndOutcome(Vertx vertx) throws IOException {
        Metrics metrics = new Metrics();
        ServedPage page = serve(metrics, vertx);
        RequestMeter.OperationMeter buying = metrics.requests().of("placeFlashOrder");
        for (int millis : List.of(9, 30, 1_900, 2_100)) {
            buying.answered("OK", Duration.ofMillis(millis).toNanos());
        }
        metrics.requests().of("placeFlashOrder").answered("SOLD_OUT", 1);

        String operation = "operation=\"placeFlashOrder\"";
        String done = "outcome=\"OK\"";
        assertEquals(4, page.value("nightmarket_http_seconds_count", operation, done));
        assertEquals(1, page.value("nightmarket_http_seconds_count", operation, "outcome=\"SOLD_OUT\""));
        assertEquals(2, page.value("nightmarket_http_seconds_bucket", operation, done, "le=\"0.05\""));
        assertEquals(3, page.value("nightmarket_http_seconds_bucket", operation, done, "le=\"2.0\""));
    }

    @Test
    void acceptedOrdersAreTheSettledAndTheWaitingAndTheRejectedOnes(Vertx vertx) throws IOException {
        Metrics metrics = new Metrics();
        ServedPage page = serve(metrics, vertx);
        Map<VoucherId, SaleTally> tallies = new HashMap<>();
        for (long sale = 1; sale <= 101; sale++) {
            tallies.put(new VoucherId(sale), new SaleTally(100, 90, 10, 3, 2, 4, 1, 5));
        }
        tallies.put(new VoucherId(500), SaleTally.NONE);
        metrics.sales()
                .audited(new AuditReport(
                        List.of(),
                        new AuditReport.Repair(0, 0),
                        0,
                        0,
                        Map.of(),
                        0,
                        0,
                        tallies,
                        Map.of(new VoucherId(101), 7L),
                        Optional.empty()));

        Map<String, Double> orders = new HashMap<>();
        for (String state :
                List.of("accepted", "waiting", "settled", "rejected", "paid", "used", "cancelled", "refunded")) {
            orders.put(state, page.value("nightmarket_sale_orders", "sale=\"101\"", "state=\"" + state + '"'));
        }
        assertEquals(
                Map.of(
                        "accepted",
                        27.0,
                        "waiting",
                        7.0,
                        "settled",
                        15.0,
                        "rejected",
                        5.0,
                        "paid",
                        4.0,
                        "used",
                        1.0,
                        "cancelled",
                        3.0,
                        "refunded",
                        2.0),
                orders);
        assertEquals(90 * 100, page.value("nightmarket_sale_units_left"), "the newest 100 that were counted");
        metrics.sales().auditLeft();
        assertThrows(AssertionError.class, () -> page.value("nightmarket_sale_orders"));
    }

    @Test
    void theNextFreePortIsTakenOfThoseThatAreTried(Vertx vertx) throws IOException {
        Metrics metrics = new Metrics();
        int taken =
                await(metrics.serve(vertx, "127.0.0.1", 0).toCompletionStage()).actualPort();
        int free = FreePort.any();
        Optional<HttpServer> server =
                await(metrics.serve(vertx, "127.0.0.1", List.of(taken, free)).toCompletionStage());
        assertEquals(free, server.orElseThrow().actualPort());
        assertEquals(
                Optional.empty(),
                await(metrics.serve(vertx, "127.0.0.1", List.of(taken)).toCompletionStage()));
    }

    @Test
    void anOutageOfWaitingRoomsIsOneWarning() {
        RoomMeter rooms = new Metrics().waitingRooms();
        try (LogLines lines = new LogLines(RoomMetrics.class)) {
            rooms.paced();
            rooms.failed(new IllegalStateException("away"));
            rooms.failed(new IllegalStateException("away"));
            rooms.paced();
            rooms.paced();
            rooms.failed(new IllegalStateException("away again"));
            assertEquals(
                    List.of(
                            "WARN A waiting room keeps its rate: java.lang.IllegalStateException: away",
                            "WARN A waiting room keeps its rate: java.lang.IllegalStateException: away again"),
                    lines.all().stream().filter(line -> line.startsWith("WARN")).toList());
        }
    }

    @Test
    void theBreakerIsInOneStateAtATime(Vertx vertx) throws IOException {
        AtomicReference<BreakerState> breaker = new AtomicReference<>(BreakerState.CLOSED);
        Metrics metrics = new Metrics();
        metrics.cacheBreaker(breaker::get);
        ServedPage page = serve(metrics, vertx);

        for (BreakerState now : BreakerState.values()) {
            breaker.set(now);
            for (BreakerState state : BreakerState.values()) {
                String label = "state=\"" + state.name().toLowerCase(Locale.ROOT) + '"';
                assertEquals(state == now ? 1 : 0, page.value("nightmarket_cache_breaker", label));
            }
        }
    }

    @Test
    void aShardsWriterIsTheNodeThatSettlesItsOrders(Vertx vertx) throws IOException {
        Metrics metrics = new Metrics();
        ServedPage page = serve(metrics, vertx);
        SettlementProgress progress = new SettlementProgress(Shard.FIRST, metrics.sales(), _ -> {}, Clock.systemUTC());
        List<Runnable> changes = List.of(
                progress::stoodBy,
                () -> progress.settled(0),
                () -> progress.failed(1, new Unavailable("away")),
                () -> progress.settled(1),
                progress::stoodBy);
        List<Double> writer = new ArrayList<>();
        for (Runnable change : changes) {
            change.run();
            writer.add(page.value("nightmarket_settlement_writer", "shard=\"1\""));
        }
        assertEquals(List.of(0.0, 1.0, 0.0, 1.0, 0.0), writer);
    }

    @Test
    void openPaymentsAreMeasured(Vertx vertx) throws IOException {
        Metrics metrics = new Metrics();
        ServedPage page = serve(metrics, vertx);

        metrics.payments().watched(new UnfinishedPayments.Report(3, 2, Duration.ofMillis(1_500)));
        assertEquals(1.5, page.value("nightmarket_paid_without_outcome_seconds"));
        assertEquals(3, page.value("nightmarket_payments_pending"));
        assertEquals(2, page.value("nightmarket_refunds_pending"));

        metrics.payments().watched(new UnfinishedPayments.Report(0, 0, Duration.ZERO));
        assertEquals(0, page.value("nightmarket_paid_without_outcome_seconds"));
    }

    @Test
    void moneyThatLedToNothingForAMinuteIsLogged() {
        PaymentMetrics payments = new Metrics().payments();
        try (LogLines lines = new LogLines(PaymentMetrics.class)) {
            payments.watched(new UnfinishedPayments.Report(0, 0, Duration.ofSeconds(60)));
            assertEquals(List.of(), lines.all());
            payments.watched(new UnfinishedPayments.Report(0, 0, Duration.ofSeconds(61)));
            assertEquals(
                    List.of("ERROR Money that was captured 61 s ago neither paid its order nor has a refund;"
                            + " an operator has to look at it"),
                    lines.all());
        }
    }

    @Test
    void feedsAreMeasured(Vertx vertx) throws IOException {
        Metrics metrics = new Metrics();
        metrics.unreadStreams(() -> 7);
        ServedPage page = serve(metrics, vertx);

        metrics.feeds().pending(3, Duration.ofMillis(1_500));
        metrics.feeds().readFromRows();
        assertEquals(3, page.value("nightmarket_feed_pending"));
        assertEquals(1.5, page.value("nightmarket_feed_pending_age_seconds"));
        assertEquals(1, page.value("nightmarket_feed_row_reads_total"));
        assertEquals(7, page.value("nightmarket_feed_streams"));
    }

    @Test
    void droppedViewsAreMeasuredAfterACollectionOfGarbage(Vertx vertx) throws IOException {
        VisitBuffer buffer = new VisitBuffer(Clock.systemUTC(), ZoneOffset.UTC, 0, 0);
        Metrics metrics = new Metrics();
        metrics.droppedViews(buffer);
        ServedPage page = serve(metrics, vertx);
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        Eventually.holds("garbage is collected", () -> {
            System.gc();
            return garbage.refersTo(null);
        });

        buffer.view(new Page.Site(), Optional.empty());
        assertEquals(1, page.value("nightmarket_visits_dropped_total"));
    }
}
