package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.nightmarket.domain.overload.Priority;
import io.nightmarket.http.RawClient.Page;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SelfSignedCertificate;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** Requests that are refused since more wait than can be served. */
@ExtendWith(VertxExtension.class)
final class OverloadTest {
    /** Every task waits for longer, so the limit is at its lowest. */
    private static final Duration NO_WAITING = Duration.ofNanos(1);

    /** The share of reads in the lowest limit. */
    private static final int READS = 320;

    private static final Pattern ANSWERED = Pattern.compile("HTTP/1.1 (\\d+) ");

    private static TestNode overloaded(Vertx vertx) {
        TestNode node = new TestNode(vertx, TestNode.waiting(NO_WAITING, Optional.empty()));
        node.shops.add(Shops.shop(1));
        awaitLowest(node);
        return node;
    }

    /** Tasks are late while the clock goes on. */
    private static void awaitLowest(TestNode node) {
        Eventually.holds("the limit is at its lowest", () -> {
            node.clock.advance(Duration.ofMillis(20));
            return node.loadLimit() == 400;
        });
    }

    private static void awaitUnderWay(TestNode node, int requests) {
        Eventually.holds("requests are under way", () -> node.underWay() == requests);
    }

    private static Page read(TestNode node, String... headers) throws IOException {
        return new RawClient(node).get("/shop/1", headers);
    }

    @Test
    void readsAreRefusedWhileTheLimitIsFullAndWhatComesAfterAPurchaseIsNot(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        node.occupy(READS);
        Logger logger = (Logger) LoggerFactory.getLogger("io.nightmarket");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        try {
            lines.start();
            logger.addAppender(lines);
            Page refused = read(node);
            assertEquals(503, refused.status());
            assertTrue(refused.body().contains("\"code\":\"UNAVAILABLE\""), refused.body());
            assertTrue(refused.body().contains("服务繁忙"), refused.body());
            assertTrue(Integer.parseInt(String.valueOf(refused.header("retry-after"))) >= 1, refused.head());
            assertEquals("no-store", refused.header("cache-control"));
            assertTrue(read(node, "accept-language: en").body().contains("busy"));
            Page problem = read(node, "accept: application/problem+json");
            assertTrue(problem.body().contains("urn:nightmarket:problem:unavailable"), problem.body());
            assertEquals("", new RawClient(node).send("HEAD", "/shop/1").body());
            RawClient raw = new RawClient(node);
            assertEquals(200, raw.get("/health/live").status());
            assertEquals(401, raw.send("POST", "/voucher-order/1/pay").status());
            assertEquals(401, raw.send("POST", "/voucher-order/seckill/1").status());
            assertEquals(401, raw.get("/admin/locks").status(), "a priority has a part of the limit for itself");
            assertEquals(List.of(), List.copyOf(lines.list));
            assertTrue(node.refusals(Priority.READ) > 0);
            assertEquals(0, node.refusals(Priority.BUY));
        } finally {
            logger.detachAppender(lines);
        }
        node.occupy(-READS);
        assertEquals(200, read(node).status());
    }

    @Test
    void theConnectionOfARefusedRequestGoesOnAndItsBodyIsDropped(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        node.occupy(READS);
        RawClient raw = new RawClient(node);
        String like = "PUT /blog/like/1 HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhe\n o";
        String last = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        List<String> statuses = ANSWERED.matcher(raw.exchange(like + like + last))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(List.of("503", "503", "200"), statuses);
        String expects = "PUT /blog/like/1 HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n";
        assertTrue(raw.exchange(expects).startsWith("HTTP/1.1 503 "));
        assertTrue(raw.exchange("GET /shop/1 HTTP/1.0\r\nhost: x\r\n\r\n").startsWith("HTTP/1.1 503 "));
    }

    /** Else clients that leave would fill the limit for good. */
    @Test
    void aClientThatLeavesMakesRoom(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        CompletableFuture<Void> until = node.shopReads.hang();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.getOutputStream()
                    .write("GET /shop/1 HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            awaitUnderWay(node, 1);
        }
        awaitUnderWay(node, 0);
        until.complete(null);
    }

    /** Those of HTTP/2 come in streams of one connection. */
    @Test
    void requestsOfHttp2AreRefusedAlike(Vertx vertx) throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create();
        HttpConfig.Https files =
                new HttpConfig.Https(Path.of(certificate.certificatePath()), Path.of(certificate.privateKeyPath()));
        TestNode node = new TestNode(vertx, TestNode.waiting(NO_WAITING, Optional.of(files)));
        node.shops.add(Shops.shop(1));
        awaitLowest(node);
        HttpClient client = vertx.createHttpClient(HttpsTest.trusting(certificate, HttpVersion.HTTP_2));
        assertEquals(200, status(client, node));
        awaitUnderWay(node, 0);
        node.occupy(READS);
        assertEquals(503, status(client, node));
        assertEquals(1, node.refusals(Priority.READ));
    }

    private static int status(HttpClient client, TestNode node) throws Exception {
        return client.request(HttpMethod.GET, node.port(), "localhost", "/shop/1")
                .compose(HttpClientRequest::send)
                .compose(answer -> answer.body().map(_ -> answer.statusCode()))
                .await(60, TimeUnit.SECONDS);
    }

    @Test
    void nothingIsRefusedWithoutATarget(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx, TestNode.waiting(Duration.ZERO, Optional.empty()));
        node.shops.add(Shops.shop(1));
        assertEquals(200, read(node).status());
        assertFalse(node.loadLimit() > 0);
    }
}
