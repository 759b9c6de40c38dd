package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Events of orders reach a receiver that is away for a while, and those who pull them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class WebhooksIT {
    private static final Duration PROMISED = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BUYERS = 20;

    private Program program;
    private Client client;
    private Shoppers shoppers;
    private final List<Long> received = new ArrayList<>();
    private HttpServer receiver;
    private boolean isDown;

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        program = Program.start(Map.of("NIGHTMARKET_EVENTS_PRIVATE_NETWORKS", "true"), "--data", data.toString());
        client = new Client(program.address());
        shoppers = new Shoppers(program, client);
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            JsonObject message =
                    new JsonObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(take(message) ? 204 : 503, -1);
            exchange.close();
        });
        receiver.start();
    }

    private synchronized boolean take(JsonObject message) {
        if (!isDown) {
            message.getJsonObject("data").getJsonArray("events").stream()
                    .map(JsonObject.class::cast)
                    .map(event -> Long.parseLong(event.getString("id")))
                    .forEach(received::add);
        }
        return !isDown;
    }

    private synchronized void setDown(boolean down) {
        isDown = down;
    }

    private synchronized List<Long> received() {
        return List.copyOf(received);
    }

    @AfterAll
    void stop() throws Exception {
        receiver.stop(0);
        client.close();
        assertEquals(143, program.terminate(), program::output);
    }

    private List<Long> pulled(String admin, long after) {
        return client.get("/events?size=500&after=" + after, admin).object().getJsonArray("list").stream()
                .map(JsonObject.class::cast)
                .map(event -> Long.parseLong(event.getString("id")))
                .toList();
    }

    private void buy(List<String> tokens, long sale) {
        for (String token : tokens) {
            assertTrue(client.post("/voucher-order/seckill/" + sale + "?ack=durable", token, null)
                    .success());
        }
    }

    @Test
    void eventsComeInTheirOrderToAReceiverThatWasDown() throws Exception {
        String admin = shoppers.logIn(Shoppers.ADMIN);
        long sale = shoppers.openSale(admin, 2 * BUYERS);
        List<String> tokens = shoppers.logIn(2 * BUYERS, 13_700_000_000L);
        String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/orders";
        Client.Answer added = client.post("/admin/webhooks", admin, object("url", url));
        assertTrue(added.success(), added::toString);
        assertTrue(added.object().getString("secret").startsWith("whsec_"));
        long from = Long.parseLong(added.object().getString("cursor"));

        buy(tokens.subList(0, BUYERS), sale);
        Eventually.holdsWithin(PROMISED, "events are received", () -> received().size() >= BUYERS);
        setDown(true);
        buy(tokens.subList(BUYERS, 2 * BUYERS), sale);
        Eventually.holdsWithin(PATIENCE, "two tries failed", () -> failures(admin) >= 2);
        Eventually.holdsWithin(
                PROMISED, "events can be pulled", () -> pulled(admin, from).size() >= 2 * BUYERS);
        setDown(false);
        Eventually.holdsWithin(
                PATIENCE, "the others are received", () -> received().size() >= 2 * BUYERS);
        assertEquals(pulled(admin, from), received());
        assertEquals(received().stream().sorted().distinct().toList(), received());
        assertEquals(0, failures(admin));
    }

    private int failures(String admin) {
        return client.get("/admin/webhooks", admin)
                .body()
                .getJsonArray("data")
                .getJsonObject(0)
                .getInteger("failures");
    }
}
