package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A buyer buys at one node, and hears of it at the other. */
@Tag("cluster")
final class ClusterNoticesIT {
    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final Map<String, String> cluster = ClusterSettings.unique();

    @Test
    void whoReconnectsToAnyNodeMissesNothing() throws Exception {
        try (Program first = node();
                Client atFirst = new Client(first.address());
                Program second = node()) {
            String token = new Shoppers(first, atFirst).logIn("15300001900");
            String paid;
            try (Listener listener = new Listener(second, token, "")) {
                listener.awaits("id: 0");
                paid = buy(atFirst, token);
                listener.awaits("id: 1", "event: settled");
                assertTrue(atFirst.post("/voucher-order/" + paid + "/pay", token, new JsonObject())
                        .success());
                listener.awaits("id: 2", "event: paid");
            }
            String missed = buy(atFirst, token);
            try (Listener again = new Listener(first, token, "2")) {
                again.awaits("id: 2", "id: 3", "event: settled");
                assertTrue(atFirst.post("/voucher-order/" + missed + "/cancel", token, new JsonObject())
                        .success());
                again.awaits("id: 4", "event: cancelled");
                assertEquals(List.of("event: settled", "event: cancelled"), again.events());
            }
            try (Listener elsewhere = new Listener(second, token, "1")) {
                elsewhere.awaits("id: 4");
                Eventually.holds(
                        "all that was missed",
                        () -> elsewhere.events().equals(List.of("event: paid", "event: settled", "event: cancelled")));
            }
        }
    }

    private Program node() {
        return Program.start(cluster, "--cluster", "--data", data.toString());
    }

    private static String buy(Client client, String token) {
        Client.Answer bought = client.post("/voucher-order", token, new JsonObject().put("voucherId", 3));
        assertTrue(bought.success(), bought::toString);
        return bought.data();
    }

    /** Reads a stream until it is closed. */
    private static final class Listener implements AutoCloseable {
        private final HttpClient http = HttpClient.newHttpClient();
        private final Stream<String> stream;
        private final List<String> lines = new CopyOnWriteArrayList<>();

        Listener(Program node, String token, String last) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(node.address() + "/voucher-order/events"))
                    .header("accept", "text/event-stream")
                    .header("authorization", token)
                    .header("Last-Event-ID", last)
                    .build();
            HttpResponse<Stream<String>> response = http.send(request, BodyHandlers.ofLines());
            assertEquals(200, response.statusCode());
            stream = response.body();
            Thread.ofVirtual().start(() -> stream.forEach(lines::add));
        }

        void awaits(String... expected) {
            Eventually.holds(String.join(", ", expected), () -> lines.containsAll(List.of(expected)));
        }

        List<String> events() {
            return lines.stream().filter(line -> line.startsWith("event: ")).toList();
        }

        @Override
        public void close() {
            http.shutdownNow();
        }
    }
}
