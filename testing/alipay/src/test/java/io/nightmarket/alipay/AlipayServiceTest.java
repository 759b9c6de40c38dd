package io.nightmarket.alipay;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import io.nightmarket.bootstrap.gateway.HttpGateway;
import io.nightmarket.bootstrap.gateway.NotificationSignature;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.nightmarket.domain.order.payment.Refund;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway of a node, the sample, and a fake of Alipay: the real one is not reached. */
@SuppressWarnings("NullAway.Init")
final class AlipayServiceTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Payment PAYMENT =
            new Payment(new PaymentId(17), new OrderId(5), 2, 4505, Payment.Status.PENDING);
    private static final Refund REFUND = new Refund(PAYMENT.id(), PAYMENT.order(), 4505, Refund.Reason.REQUESTED);
    private static final ChargeOutcome CAPTURED = new ChargeOutcome.Captured(4505);
    private static final ChargeOutcome REFUSED = new ChargeOutcome.Refused();
    private static final ChargeOutcome PENDING = new ChargeOutcome.Pending();
    private static final ChargeOutcome CODE = new ChargeOutcome.Pending(Optional.of("https://qr.alipay.com/17"));

    @TempDir
    private Path folder;

    private final Vertx vertx = Vertx.vertx();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final List<PaymentNotification> notified = new CopyOnWriteArrayList<>();
    private volatile String marketAnswers = "{\"success\":true}";
    private FakeAlipay alipay;
    private HttpServer market;
    private AlipayService service;
    private HttpGateway gateway;

    @BeforeEach
    void start() throws Exception {
        alipay = new FakeAlipay();
        market = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        market.createContext("/payment/notify", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String signed = exchange.getRequestHeaders().getFirst("Payment-Signature");
            notified.add(gateway.verify(body, signed).orElseThrow());
            exchange.sendResponseHeaders(200, 0);
            try (exchange) {
                exchange.getResponseBody().write(marketAnswers.getBytes(UTF_8));
            }
        });
        market.start();
        service = new AlipayService(
                Map.of(
                        "HOST",
                        "127.0.0.1",
                        "PORT",
                        "0",
                        "SECRET",
                        SECRET,
                        "FOLDER",
                        folder.toString(),
                        "MARKET_URL",
                        "http://127.0.0.1:" + market.getAddress().getPort(),
                        "ALIPAY_URL",
                        alipay.address(),
                        "ALIPAY_APP_ID",
                        FakeAlipay.APP,
                        "ALIPAY_APP_KEY",
                        alipay.app.own,
                        "ALIPAY_PUBLIC_KEY",
                        alipay.publicKey(),
                        "ALIPAY_NOTIFY_URL",
                        "https://pay.example.com/alipay"),
                clock);
        service.server.start();
        gateway = gateway(SECRET);
    }

    private HttpGateway gateway(String secret) {
        NotificationSignature signature = new NotificationSignature(clock, secret.getBytes(UTF_8));
        return new HttpGateway(vertx, "http://127.0.0.1:" + port(), signature, TIMEOUT);
    }

    private int port() {
        return service.server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        service.server.stop(0);
        market.stop(0);
        alipay.close();
        await(vertx.close().toCompletionStage());
    }

    private ChargeOutcome charge() {
        return await(gateway.charge(PAYMENT, ""));
    }

    private ChargeOutcome resolve() {
        return await(gateway.resolve(PAYMENT.id()));
    }

    @Test
    void aPayerScansACodeAndTheNodeIsNotified() throws Exception {
        assertEquals(CODE, charge());
        assertEquals("2026-11-20 20:15:00", alipay.expiry("17"));
        assertEquals(PENDING, resolve());
        clock.advance(Duration.ofMinutes(10));
        assertEquals(CODE, charge());
        assertEquals("2026-11-20 20:15:00", alipay.expiry("17"), "the second code is not paid later than the first");

        alipay.scan("17");
        assertEquals("success", alipay.report(port(), "17", "45.05", FakeAlipay.APP, alipay.keys()));

        assertEquals(List.of(new PaymentNotification("17-paid", PAYMENT.id(), CAPTURED)), notified);
        assertEquals(CAPTURED, resolve());
        assertEquals(CAPTURED, charge());
        marketAnswers = "{\"success\":false,\"code\":\"NOTIFICATION_REPLAYED\"}";
        assertEquals("success", alipay.report(port(), "17", "45.05", FakeAlipay.APP, alipay.keys()));
        marketAnswers = "{\"success\":false,\"code\":\"SERVER_BUSY\"}";
        assertEquals("failure", alipay.report(port(), "17", "45.05", FakeAlipay.APP, alipay.keys()));
    }

    @Test
    void aPaymentThatIsUnknownIsClosed() {
        assertEquals(REFUSED, resolve());
        assertEquals(REFUSED, charge());
        assertEquals(List.of(), alipay.asked);
    }

    @Test
    void aCodeThatIsNotScannedInTimeIsRefused() {
        assertEquals(CODE, charge());
        clock.advance(Duration.ofMinutes(16));
        assertEquals(PENDING, resolve());
        clock.advance(Duration.ofSeconds(1));
        assertEquals(REFUSED, resolve());
        assertEquals(REFUSED, charge());
    }

    @Test
    void moneyReturnsOnceAndIsReturnedWhenAlipaySaysSo() {
        assertEquals(CODE, charge());
        alipay.scan("17");
        alipay.refundsFail = true;
        TimedOut _ = failureOf(TimedOut.class, gateway.refund(REFUND));
        alipay.refundsFail = false;
        await(gateway.refund(REFUND));
        alipay.refundsFail = true;
        await(gateway.refund(REFUND));
        Refund other = new Refund(PAYMENT.id(), PAYMENT.order(), 1, Refund.Reason.REQUESTED);
        TimedOut _ = failureOf(TimedOut.class, gateway.refund(other));
    }

    @Test
    void aWrongSignatureOfEitherSideCountsForNothing() throws Exception {
        HttpGateway stranger = gateway("fedcba9876543210fedcba9876543210");
        Unavailable _ = failureOf(Unavailable.class, stranger.charge(PAYMENT, ""));
        Unavailable _ = failureOf(Unavailable.class, stranger.refund(REFUND));
        assertEquals(List.of(), alipay.asked);

        FakeAlipay.Keys others = new FakeAlipay.Keys();
        assertEquals("", alipay.report(port(), "17", "45.05", FakeAlipay.APP, others));
        assertEquals("", alipay.report(port(), "17", "45.05", "2021000000000002", alipay.keys()));
        assertEquals(List.of(), notified);

        alipay.answersBy = others;
        TimedOut _ = failureOf(TimedOut.class, gateway.charge(PAYMENT, ""));
    }
}
