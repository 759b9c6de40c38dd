package io.nightmarket.bootstrap;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.order.payment.UnfinishedPayments;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.SaleRequests;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.visitor.VisitBuffer;
import io.nightmarket.http.HttpAdapters;
import io.nightmarket.http.RequestMeter;
import io.nightmarket.testkit.HttpCalls;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Alert rules and guides name metrics that a node has on its page. */
@ExtendWith(VertxExtension.class)
final class MetricNamesTest {
    private static final Pattern METRIC =
            Pattern.compile("\\b(nightmarket_[a-z_]*[a-z])\\b(?:\\{([a-z]+=\"[a-z_]+\")[}\\\\|])?");

    private static final VoucherId SALE = new VoucherId(7);

    private final Metrics metrics = new Metrics();

    @Test
    void rulesAndGuidesNameMetricsOfThePage(Vertx vertx, @TempDir Path home) throws IOException {
        VisitBuffer views = new VisitBuffer(Clock.systemUTC(), ZoneOffset.UTC, 0, 0);
        HttpAdapters http = http(home);
        metrics.droppedViews(views);
        metrics.overload(http.share().overload());
        metrics.connections(http);
        SaleRequests requests = new SaleRequests(Clock.systemUTC());
        measureAll(requests);
        int port =
                await(metrics.serve(vertx, "127.0.0.1", 0).toCompletionStage()).actualPort();
        List<String> page = HttpCalls.get(port, "/metrics").lines().toList();

        JsonNode rules =
                new YAMLMapper().readTree(Path.of("..", "conf", "alerts.yaml").toFile());
        List<String> expressions = rules.path("groups")
                .path(0)
                .path("rules")
                .valueStream()
                .map(rule -> rule.path("expr").asText())
                .toList();
        assertTrue(expressions.size() > 10, expressions::toString);
        assertEquals(List.of(), unknown(page, String.join("\n", expressions)));
        for (String guide : List.of("operating.md", "caches.md", "notes.md")) {
            assertEquals(List.of(), unknown(page, Files.readString(Path.of("..", "docs", guide))), guide);
        }
        assertEquals(List.of("nightmarket_feed_late"), unknown(page, "nightmarket_feed_late > 0"));
    }

    private static HttpAdapters http(Path home) {
        AppConfig config = new ConfigLoader(home, Map.of()).load(null, Map.of());
        return new HttpAdapters(
                config.http(),
                new byte[][] {new byte[32]},
                new InMemoryAuditTrail(),
                Clock.systemUTC(),
                new SecureRandom(),
                RequestMeter.NONE,
                _ -> {});
    }

    private void measureAll(SaleRequests requests) {
        metrics.webhooks()
                .watched(List.of(new Webhook(
                        1,
                        "",
                        new Webhook.Secret(""),
                        0,
                        OptionalLong.empty(),
                        0,
                        Optional.empty(),
                        Optional.empty())));
        metrics.sales()
                .audited(new AuditReport(
                        List.of(),
                        new AuditReport.Repair(0, 0),
                        0,
                        0,
                        Map.of(Shard.FIRST, 0L),
                        0,
                        0,
                        Map.of(SALE, new SaleTally(9, 8, 1, 0, 0, 0, 0, 0)),
                        Map.of(SALE, 0L),
                        Optional.empty()));
        metrics.sales().deadLetters(0);
        metrics.sales().counts().oldest(Map.of(Shard.FIRST, Duration.ZERO));
        metrics.sales().counts().unwritten(requests);
        requests.countLimited(SALE.value());
        metrics.sales().counts().show(requests);
        metrics.sales().counts().admissions().sent(1, 1);
        metrics.sales().counts().settlements().begin(1).run();
        metrics.requests().of("placeFlashOrder").answered("OK", 1);
        metrics.sales().settling(Shard.FIRST, 0);
        metrics.sales().writes(Shard.FIRST, true);
        metrics.sales().recovered(Shard.FIRST);
        metrics.payments().watched(new UnfinishedPayments.Report(0, 0, Duration.ZERO));
        metrics.cacheBreaker(() -> BreakerState.CLOSED);
        metrics.noticeStreams(() -> 0);
        metrics.unreadStreams(() -> 0);
        var _ = metrics.cache("shop");
    }

    /** The metrics of a text, with their first label, that no line of the page has. */
    private static List<String> unknown(List<String> page, String text) {
        return METRIC.matcher(text)
                .results()
                .filter(metric -> page.stream().noneMatch(line -> has(line, metric)))
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    private static boolean has(String line, MatchResult metric) {
        return line.matches(metric.group(1) + "(_count)?[{ ].*")
                && (metric.group(2) == null || line.contains(metric.group(2)));
    }
}
