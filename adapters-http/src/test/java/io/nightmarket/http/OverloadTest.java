package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.overload.Priority;
import io.nightmarket.http.RawClient.Page;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Future;
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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** Requests that are rejected since more wait than can be served. */
@ExtendWith(VertxExtension.class)
final class OverloadTest {
    /** Every task waits for longer, so the limit is at its lowest. */
    private static final Duration NO_WAITING = Duration.ofNanos(1);

    /** The share of reads in the lowest limit. */
    private static final int READS = 320;

    private static final Pattern ANSWERED = Pattern.compile("HTTP/1.1 (\\d+) ");

    private static TestNode overloaded(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().maxWait(NO_WAITING));
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
    void readsAreRejectedWhileTheLimitIsFullAndWhatComesAfterAPurchaseIsNot(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        node.occupy(READS);
        Logger logger = (Logger) LoggerFactory.getLogger("io.nightmarket");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        try {
            lines.start();
            logger.addAppender(lines);
            Page rejected = read(node);
            assertEquals(503, rejected.status());
            assertTrue(rejected.body().contains("\"code\":\"UNAVAILABLE\""), rejected.body());
            assertTrue(rejected.body().contains("服务繁忙"), rejected.body());
            assertTrue(Integer.parseInt(String.valueOf(rejected.header("retry-after"))) >= 1, rejected.head());
            assertEquals("no-store", rejected.header("cache-control"));
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
            assertTrue(node.rejections(Priority.READ) > 0);
            assertEquals(0, node.rejections(Priority.BUY));
        } finally {
            logger.detachAppender(lines);
        }
        node.occupy(-READS);
        assertEquals(200, read(node).status());
    }

    @Test
    void theConnectionOfARejectedRequestGoesOnAndItsBodyIsDropped(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        node.occupy(READS);
        RawClient raw = new RawClient(node);
        String like = "PUT /blog/like/1 HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhe\n o";
        String last = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        assertEquals(List.of("503", "503", "200"), statuses(raw.exchange(like + like + last)));
        String expects = "PUT /blog/like/1 HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n";
        assertTrue(raw.exchange(expects).startsWith("HTTP/1.1 503 "));
        assertTrue(raw.exchange("GET /shop/1 HTTP/1.0\r\nhost: x\r\n\r\n").startsWith("HTTP/1.1 503 "));
    }

    private static void assertOnlyRejected(TestNode node, String sent) throws IOException {
        String answers = new RawClient(node).exchange(sent);
        assertEquals(List.of("503"), statuses(answers), sent);
        assertTrue(answers.contains("connection: close\r\n"), answers);
    }

    private static List<String> statuses(String answers) {
        return ANSWERED.matcher(answers).results().map(found -> found.group(1)).toList();
    }

    /** A proxy may see one request where the decoder sees two. */
    @Test
    void nothingIsServedBehindARejectionThatCloses(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        node.occupy(READS);
        String purchase = "POST /voucher-order/seckill/1 HTTP/1.1\r\nhost: x\r\n\r\n";
        String like = "PUT /blog/like/1 HTTP/1.";
        String lengths = "content-length: 0\r\ncontent-length: " + purchase.length() + "\r\n\r\n";
        assertOnlyRejected(node, like + "0\r\nhost: x\r\nconnection: keep-alive\r\n" + lengths + purchase);
        assertOnlyRejected(node, like + "1\r\nhost: x\r\nconnection: close\r\n\r\n" + purchase);
        assertOnlyRejected(node, like + "1\r\nhost: x\r\n: y\r\n\r\n" + purchase);
        assertOnlyRejected(node, like + "1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + purchase);
        assertEquals(0, node.rejections(Priority.BUY));
    }

    @Test
    void aClientThatReadsNoRejectionsIsClosed(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        node.occupy(READS);
        byte[] requests =
                "GET /shop/1 HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            assertThrows(IOException.class, () -> {
                for (int i = 0; i < 500; i++) {
                    socket.getOutputStream().write(requests);
                }
            });
        }
    }

    @Test
    void aRejectedRequestBehindAnotherOneClosesTheConnectionAfterItsAnswer(Vertx vertx) throws IOException {
        TestNode node = overloaded(vertx);
        CompletableFuture<Void> until = node.shopReads.hang();
        byte[] request = "GET /shop/1 HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request);
            awaitUnderWay(node, 1);
            node.occupy(READS);
            socket.getOutputStream().write(request);
            Eventually.holds("it is rejected", () -> node.rejections(Priority.READ) == 1);
            until.complete(null);
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(List.of("200"), statuses(answers));
        }
        awaitUnderWay(node, READS);
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
    void requestsOfHttp2AreRejectedAlike(Vertx vertx) throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create();
        TestNode node = new TestNode(vertx, new TestConfig().maxWait(NO_WAITING).encrypted(certificate));
        node.shops.add(Shops.shop(1));
        awaitLowest(node);
        HttpClient client = vertx.createHttpClient(HttpsTest.trusting(certificate, HttpVersion.HTTP_2));
        CompletableFuture<Void> until = node.shopReads.hang();
        Future<Integer> first = status(client, node, "/api/shop/1");
        awaitUnderWay(node, 1);
        until.complete(null);
        assertEquals(200, first.await(60, TimeUnit.SECONDS));
        awaitUnderWay(node, 0);
        node.occupy(READS);
        assertEquals(503, status(client, node, "/shop/1").await(60, TimeUnit.SECONDS));
        assertEquals(1, node.rejections(Priority.READ));
    }

    private static Future<Integer> status(HttpClient client, TestNode node, String path) {
        return client.request(HttpMethod.GET, node.port(), "localhost", path)
                .compose(HttpClientRequest::send)
                .compose(answer -> answer.body().map(_ -> answer.statusCode()));
    }

    @Test
    void nothingIsRejectedWithoutATarget(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx);
        node.shops.add(Shops.shop(1));
        assertEquals(200, read(node).status());
        assertFalse(node.loadLimit() > 0);
        assertSame(GroupCommit.Meter.NONE, new NodeLoad(Duration.ZERO, false, System::nanoTime).purchases());
    }
}
