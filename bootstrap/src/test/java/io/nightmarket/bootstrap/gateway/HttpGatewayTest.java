package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.testkit.TestCertificates;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway.Init")
final class HttpGatewayTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final PaymentId ID = new PaymentId(662373112750247999L);
    private static final Payment PAYMENT =
            new Payment(ID, new OrderId(662373112750247937L), 2, 4500, Payment.Status.PENDING);
    private static final Refund REFUND = new Refund(ID, PAYMENT.order(), 4500, Refund.Reason.REQUESTED);
    private static final ChargeOutcome CAPTURED = new ChargeOutcome.Captured(4500);
    private static final ChargeOutcome REFUSED = new ChargeOutcome.Refused();

    private final Vertx vertx = Vertx.vertx();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final NotificationSignature signature = signature("0123456789abcdef0123456789abcdef");
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Kept as a node keeps it: Vert.x closes a client that nothing refers to any more. */
    private final List<HttpGateway> gateways = new ArrayList<>();

    private HttpServer service;
    private volatile Reply reply;

    private record Call(String path, String signature, String body) {}

    private interface Reply {
        void give(HttpExchange exchange) throws Exception;
    }

    private NotificationSignature signature(String secret) {
        return new NotificationSignature(clock, secret.getBytes(StandardCharsets.UTF_8));
    }

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve(service);
    }

    private void serve(HttpServer server) {
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String signed = exchange.getRequestHeaders().getFirst("Payment-Signature");
            calls.add(new Call(exchange.getRequestURI().getPath(), signed, body));
            try (exchange) {
                reply.give(exchange);
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        ended.countDown();
        service.stop(0);
        await(vertx.close().toCompletionStage());
    }

    private HttpGateway gateway(String address, Duration timeout) {
        HttpGateway gateway = new HttpGateway(vertx, address, signature, timeout);
        gateways.add(gateway);
        return gateway;
    }

    private HttpGateway gateway() {
        return gateway("http://127.0.0.1:" + service.getAddress().getPort() + "/pay", LONG);
    }

    private void answers(int status, String body) {
        reply = exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    private ChargeOutcome charge(String answer) {
        answers(200, answer);
        return await(gateway().charge(PAYMENT, ""));
    }

    /** What docs/payment-gateway.yaml has at this place. */
    private static JsonObject described(String... names) throws IOException {
        Map<String, Object> file = new YAMLMapper()
                .readValue(Files.readString(Path.of("..", "docs", "payment-gateway.yaml")), new TypeReference<>() {});
        JsonObject found = new JsonObject(file);
        for (String name : names) {
            found = found.getJsonObject(name);
        }
        return found;
    }

    private static JsonObject call(String path) throws IOException {
        return described("paths", path, "post", "requestBody", "content", "application/json", "example");
    }

    private static String answer(String name) throws IOException {
        return described("components", "responses", "Outcome", "content", "application/json", "examples", name, "value")
                .encode();
    }

    @Test
    void callsAndAnswersAreThoseOfTheDescription() throws Exception {
        assertEquals(CAPTURED, charge(answer("captured")));
        assertEquals(REFUSED, charge(answer("refused")));
        assertEquals(new ChargeOutcome.Pending(), charge(answer("undecided")));
        assertEquals(
                new ChargeOutcome.Pending(Optional.of("https://pay.example.com/c/8fQ2")), charge(answer("waiting")));
        answers(200, answer("captured"));
        assertEquals(CAPTURED, await(gateway().resolve(ID)));
        JsonObject returned = described(
                "paths", "/refunds", "post", "responses", "200", "content", "application/json", "examples", "returned");
        answers(200, returned.getJsonObject("value").encode());
        await(gateway().refund(REFUND));

        assertCall("/charges", calls.getFirst());
        assertCall("/charges/{payment}/resolve", calls.get(4));
        assertCall("/refunds", calls.getLast());
    }

    private void assertCall(String path, Call made) throws IOException {
        assertEquals("/pay" + path.replace("{payment}", Long.toString(ID.value())), made.path());
        assertEquals(call(path), new JsonObject(made.body()));
        assertTrue(signature.matches(made.body().getBytes(StandardCharsets.UTF_8), made.signature()));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 429})
    void whatIsRefusedWasNotDone(int status) {
        answers(status, "");
        Unavailable _ = failureOf(Unavailable.class, gateway().charge(PAYMENT, ""));
        Unavailable _ = failureOf(Unavailable.class, gateway().resolve(ID));
        Unavailable _ = failureOf(Unavailable.class, gateway().refund(REFUND));
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 302, 500, 502, 503})
    void whatAnyOtherStatusMeansIsUnknownAndNoRedirectIsFollowed(int status) throws Exception {
        String captured = answer("captured");
        reply = exchange -> {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, captured.length());
            exchange.getResponseBody().write(captured.getBytes(StandardCharsets.UTF_8));
        };
        TimedOut _ = failureOf(TimedOut.class, gateway().charge(PAYMENT, ""));
        assertEquals(List.of("/pay/charges"), calls.stream().map(Call::path).toList());
    }

    @Test
    void aServiceThatCannotBeReachedDidNothing() {
        service.stop(0);
        Unavailable _ = failureOf(Unavailable.class, gateway().charge(PAYMENT, ""));
    }

    @Test
    void aStrangersCertificateIsNotTrusted(@TempDir Path folder) throws Exception {
        char[] password = TestCertificates.PASSWORD.toCharArray();
        KeyStore keys = KeyStore.getInstance(
                TestCertificates.keyStore(folder, "ip:127.0.0.1").toFile(), password);
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        HttpsServer stranger = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stranger.setHttpsConfigurator(new HttpsConfigurator(tls));
        answers(200, answer("captured"));
        serve(stranger);

        String address = "https://127.0.0.1:" + stranger.getAddress().getPort();
        Unavailable _ = failureOf(Unavailable.class, gateway(address, LONG).charge(PAYMENT, ""));

        assertEquals(List.of(), calls);
        stranger.stop(0);
    }

    @Test
    void aSlowAnswerIsUnknown() {
        reply = _ -> ended.await();
        String address = "http://127.0.0.1:" + service.getAddress().getPort();
        TimedOut _ = failureOf(TimedOut.class, gateway(address, SHORT).charge(PAYMENT, ""));
        TimedOut _ = failureOf(TimedOut.class, gateway(address, SHORT).refund(REFUND));
    }

    @Test
    void anAnswerThatDripsIsUnknown() {
        reply = exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            ended.await();
        };
        String address = "http://127.0.0.1:" + service.getAddress().getPort();
        TimedOut _ = failureOf(TimedOut.class, gateway(address, SHORT).charge(PAYMENT, ""));
    }

    @Test
    void anAnswerThatIsLostIsUnknown() {
        reply = HttpExchange::close;
        TimedOut _ = failureOf(TimedOut.class, gateway().charge(PAYMENT, ""));
        TimedOut _ = failureOf(TimedOut.class, gateway().resolve(ID));
        TimedOut _ = failureOf(TimedOut.class, gateway().refund(REFUND));
    }

    @Test
    void anAnswerWithoutEndIsUnknown() {
        reply = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (ended.getCount() > 0) {
                exchange.getResponseBody().write(new byte[1024]);
            }
        };
        TimedOut _ = failureOf(TimedOut.class, gateway().charge(PAYMENT, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "captured",
                "[]",
                "{}",
                "{'outcome':'CAPTURED','amount':4500}",
                "{'payment':'17','outcome':'CAPTURED','amount':4500}",
                "{'payment':'662373112750247999','outcome':'captured','amount':4500}",
                "{'payment':'662373112750247999','outcome':'CAPTURED'}",
                "{'payment':'662373112750247999','outcome':'CAPTURED','amount':'4500'}",
                "{'payment':'662373112750247999','outcome':'CAPTURED','amount':4500.5}",
                "{'payment':'662373112750247999','outcome':'CAPTURED','amount':-1}",
                "{'payment':'662373112750247999','outcome':'PENDING','payUrl':'javascript://pay/%0aalert(1)'}",
                "{'payment':'662373112750247999','outcome':'PENDING','payUrl':17}"
            })
    void whatIsNoAnswerToTheCallIsUnknown(String answer) {
        answers(200, answer.replace('\'', '"'));
        TimedOut _ = failureOf(TimedOut.class, gateway().charge(PAYMENT, ""));
        TimedOut _ = failureOf(TimedOut.class, gateway().resolve(ID));
    }

    /** The order is not paid by it, which {@code CaptureDecision} decides. */
    @Test
    void anotherAmountIsSaidAsItIs() {
        assertEquals(
                new ChargeOutcome.Captured(4499),
                charge("{\"payment\":\"662373112750247999\",\"outcome\":\"CAPTURED\",\"amount\":4499}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'REFUNDED','amount':4499", "'REFUNDED'", "'PENDING','amount':4500", "'REFUSED'"})
    void moneyIsReturnedWhenAllOfItIs(String outcome) {
        answers(200, ("{'payment':'662373112750247999','outcome':" + outcome + "}").replace('\'', '"'));
        TimedOut _ = failureOf(TimedOut.class, gateway().refund(REFUND));
    }

    @Test
    void notificationsAreThoseOfTheDescriptionInAnyOrderAndSigned() throws Exception {
        JsonObject report = call("/payment/notify");
        PaymentNotification captured = new PaymentNotification("n-1", ID, CAPTURED);
        byte[] bytes = report.encode().getBytes(StandardCharsets.UTF_8);
        String signed = signature.sign(bytes);
        byte[] later = report.copy()
                .put("id", "n-0")
                .put("outcome", "REFUSED")
                .encode()
                .getBytes(StandardCharsets.UTF_8);
        HttpGateway gateway = gateway();

        assertEquals(Optional.of(captured), gateway.verify(bytes, signed));
        assertEquals(
                Optional.of(new PaymentNotification("n-0", ID, REFUSED)), gateway.verify(later, signature.sign(later)));
        assertEquals(Optional.of(captured), gateway.verify(bytes, signed));

        assertEquals(Optional.empty(), gateway.verify(later, signed));
        assertEquals(
                Optional.empty(),
                gateway.verify(
                        bytes, signature("fedcba9876543210fedcba9876543210").sign(bytes)));
        clock.advance(Duration.ofMinutes(6));
        assertEquals(Optional.empty(), gateway.verify(bytes, signed));
    }

    /** A call that somebody recorded is no notification, whatever its signature. */
    @Test
    void aSignedCallIsNoNotification() throws Exception {
        for (String path : List.of("/charges", "/charges/{payment}/resolve", "/refunds")) {
            byte[] bytes = call(path).encode().getBytes(StandardCharsets.UTF_8);
            assertEquals(Optional.empty(), gateway().verify(bytes, signature.sign(bytes)), path);
        }
    }
}
