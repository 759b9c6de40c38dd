package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.order.outbox.EventRoutes;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway.Init")
final class SignedWebhooksTest {
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);
    private static final OutgoingEvent EVENT = new OutgoingEvent(
            17, new OrderId(1001), "PAID", Instant.parse("2026-11-20T11:59:59.5Z"), new UserId(8), new VoucherId(9));

    private record Received(Headers headers, String body) {}

    private final Vertx vertx = Vertx.vertx();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final SignedWebhooks sender = sender(true);
    private HttpServer receiver;

    private SignedWebhooks sender(boolean privateNetworks) {
        return new SignedWebhooks(
                vertx,
                events -> EventRoutes.message(events, new OrderNumbers(KEY), CLOCK.instant()),
                CLOCK,
                privateNetworks);
    }

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/events", 204);
        answer("/broken", 500);
        answer("/moved", 302);
        receiver.start();
    }

    private void answer(String path, int status) {
        receiver.createContext(path, exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(new Received(exchange.getRequestHeaders(), body));
            exchange.getResponseHeaders().add("location", "/events");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
        await(vertx.close().toCompletionStage());
    }

    private Webhook webhook(String path) {
        return new Webhook(
                1,
                "http://localhost:" + receiver.getAddress().getPort() + path,
                new Webhook.Secret(Base64.getEncoder().encodeToString(KEY)),
                16,
                OptionalLong.empty(),
                0,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void aMessageIsSignedAsStandardWebhooksSays() throws Exception {
        await(sender.send(webhook("/events"), List.of(EVENT)));

        Received message = received.getFirst();
        assertEquals("evt_17_17", message.headers().getFirst("webhook-id"));
        assertEquals("1795176000", message.headers().getFirst("webhook-timestamp"));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        byte[] signed = ("evt_17_17.1795176000." + message.body()).getBytes(StandardCharsets.UTF_8);
        assertEquals(
                "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed)),
                message.headers().getFirst("webhook-signature"));
        JsonObject body = new JsonObject(message.body());
        assertEquals("order.events", body.getString("type"));
        JsonObject event = body.getJsonObject("data").getJsonArray("events").getJsonObject(0);
        assertEquals("order.paid", event.getString("type"));
        assertEquals("1001", event.getString("orderId"));
        assertEquals("2026-11-20T11:59:59.500Z", event.getString("at"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/broken", "/moved"})
    void anyOtherAnswerIsAFailureAndNoRedirectIsFollowed(String path) {
        String failure = String.valueOf(
                failureOf(sender.send(webhook(path), List.of(EVENT))).getMessage());
        assertTrue(failure.startsWith("status "), failure);
        assertEquals(1, received.size());
    }

    @Test
    void aNameThatLeadsIntoAPrivateNetworkIsNotConnectedTo() {
        assertEquals(
                "the host has no address outside of private networks",
                failureOf(sender(false).send(webhook("/events"), List.of(EVENT)))
                        .getMessage());
        assertEquals(List.of(), received);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://erp.example.com/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/",
                        "https://localhost/",
                "https://100.64.1.1/", "https://0.0.0.0/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/",
                        "ftp://erp.example.com/",
                "https://user:secret@erp.example.com/", "https:///path", "no address"
            })
    void addressesThatAreNotMeantForEventsAreRefused(String url) {
        assertFalse(sender(false).mayBeSentTo(url));
    }

    @Test
    void addressesOnTheInternetAreTaken() {
        assertTrue(sender(false).mayBeSentTo("https://erp.example.com:8443/events?of=orders"));
        assertTrue(sender.mayBeSentTo("http://10.0.0.1:9000/"));
        assertFalse(sender.mayBeSentTo("ftp://10.0.0.1/"));
    }
}
