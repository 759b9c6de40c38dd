package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.http.RawClient.Page;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests that come while work waits for the event loop. */
@ExtendWith(VertxExtension.class)
final class OverloadTest {
    private static final Duration TOO_LONG_FOR_READS = Duration.ofMillis(400);
    private static final Duration BLOCKED = Duration.ofMillis(400);
    private static final Duration TOO_LONG = Duration.ofMillis(1_200);

    private static final Pattern ANSWERED = Pattern.compile("HTTP/1.1 (\\d+) ");

    private TestNode node;

    @BeforeEach
    void start(Vertx vertx) {
        node = new TestNode(vertx);
        node.shops.add(Shops.shop(1));
    }

    private Page read(String... headers) throws IOException {
        return new RawClient(node).get("/shop/1", headers);
    }

    private int status(String request) throws IOException {
        String[] parts = request.split(" ", 2);
        return new RawClient(node).send(parts[0], parts[1]).status();
    }

    private void await(Duration delay) {
        node.busy = delay;
        Eventually.holds(
                "the event loop is seen to be late",
                () -> node.standingDelay() > delay.minusMillis(20).toNanos() / 1e9);
    }

    @Test
    void readsAreRefusedWhileTheLoopIsBusyAndPaymentsAreNot() throws IOException {
        assertEquals(200, read().status());
        await(TOO_LONG_FOR_READS);
        try (LogLines lines = new LogLines("io.nightmarket")) {
            Page refused = read();
            assertEquals(503, refused.status());
            assertTrue(refused.body().contains("\"code\":\"UNAVAILABLE\""), refused.body());
            assertTrue(refused.body().contains("服务繁忙"), refused.body());
            assertTrue(Integer.parseInt(String.valueOf(refused.header("retry-after"))) >= 1, refused.head());
            assertEquals("no-store", refused.header("cache-control"));
            assertTrue(read("accept-language: en").body().contains("busy"));
            Page problem = read("accept: application/problem+json");
            assertTrue(problem.body().contains("urn:nightmarket:problem:unavailable"), problem.body());
            assertEquals(401, status("POST /voucher-order/1/pay"));
            assertEquals(List.of(), lines.all());
            assertEquals(3, node.refusals(Priority.READ));
            assertEquals(0, node.refusals(Priority.FIRST));
        }
        node.busy = Duration.ZERO;
        Eventually.holds("reads are served again", () -> read().status() == 200);
    }

    /** Most of these are refused for want of a session. */
    @Test
    void whatFollowsAPurchaseIsNeverRefused() throws IOException {
        await(TOO_LONG);
        for (String request : List.of(
                "POST /voucher-order/1/pay",
                "POST /voucher-order/1/cancel",
                "POST /voucher-order/1/refund",
                "POST /voucher-order/verify",
                "POST /payment/notify",
                "GET /voucher-order/seckill/1/result",
                "GET /voucher-order/events",
                "GET /blog/of/follow/unread/events",
                "DELETE /voucher-order/seckill/1/waitlist",
                "POST /admin/sales/1/pause",
                "POST /admin/sales/1/stock",
                "POST /admin/sales/1/resume",
                "POST /admin/dead-letters",
                "DELETE /admin/users/1/sessions",
                "GET /health/live")) {
            assertNotEquals(503, status(request), request);
        }
        assertEquals(0, node.refusals(Priority.FIRST));
    }

    @Test
    void allElseIsRefusedBeforeASessionIsFound() throws IOException {
        await(TOO_LONG);
        assertRefused(
                Priority.CHANGE,
                "POST /voucher-order/seckill/1",
                "POST /api/voucher-order/seckill/1?ack=durable",
                "POST /voucher-order",
                "POST /voucher-order/seckill/1/waitlist",
                "GET /voucher-order/seckill/1/waiting-room",
                "POST /user/login",
                "POST /user/code?phone=13800000000",
                "PUT /blog/like/1",
                "PUT /shop",
                "POST /voucher");
        assertRefused(
                Priority.READ,
                "GET /shop/1",
                "GET /imgs/blogs/0/0/" + "0".repeat(32) + ".jpg",
                "HEAD /shop/1",
                "GET /api/shop/of/name?name=a",
                "GET /voucher-order/of/me",
                "GET /admin/audit");
    }

    private void assertRefused(Priority priority, String... requests) throws IOException {
        for (String request : requests) {
            assertEquals(503, status(request), request);
        }
        assertEquals(requests.length, node.refusals(priority));
    }

    @Test
    void theConnectionOfARefusedRequestGoesOnAndItsBodyIsDropped() throws IOException {
        await(TOO_LONG);
        String like = "PUT /blog/like/1 HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhe\n o";
        String last = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        List<String> statuses = ANSWERED.matcher(new RawClient(node).exchange(like + like + last))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(List.of("503", "503", "200"), statuses);
    }

    private static Throwable ofAFullQueue() {
        Bulkhead full = new Bulkhead(1, 0);
        var _ = full.run(CompletableFuture::new);
        return failureOf(full.run(CompletableFuture::new));
    }

    @Test
    void whatAQueueOfTheNodeRefusesIsCountedAlike() throws IOException {
        node.shopReads.failWith(ofAFullQueue());
        assertEquals(503, read().status());
        assertEquals(1, node.refusals(Priority.READ));
    }

    /** By the priority of the route, not by the method: this one is read, and comes first. */
    @Test
    void aFullQueueRefusesWhatComesFirstToo() throws IOException {
        String token;
        try (TestClient client = new TestClient(node)) {
            token = client.logIn(Role.SHOPPER);
        }
        node.noticeReads.failWith(ofAFullQueue());
        assertEquals(
                503,
                new RawClient(node)
                        .get("/voucher-order/events", "authorization: " + token)
                        .status());
        assertEquals(1, node.refusals(Priority.FIRST));
    }

    /** The pass of the loop takes 400 ms, by the clock of the node as by any other. */
    @Test
    void aLoopThatIsBlockedRefusesReadsAndServesPayments() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        node.loop.get().runOnContext(_ -> block(done, gone));
        Eventually.holds("the loop is seen to be late", () -> node.standingDelay() > 0.3);
        assertEquals(503, read().status());
        assertEquals(401, status("POST /voucher-order/1/pay"));
        assertEquals(401, status("POST /voucher-order/seckill/1"), "buyers wait longer than readers");
        done.countDown();
        assertTrue(gone.await(60, TimeUnit.SECONDS));
        Eventually.holds("reads are served again", () -> read().status() == 200);
    }

    private void block(CountDownLatch done, CountDownLatch gone) {
        try {
            if (done.await(BLOCKED.toMillis(), TimeUnit.MILLISECONDS)) {
                gone.countDown();
            } else {
                var _ = node.loopTime.addAndGet(BLOCKED.toNanos());
                // By a timer: between two of them the loop reads what came.
                var _ = node.vertx.setTimer(1, _ -> block(done, gone));
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
