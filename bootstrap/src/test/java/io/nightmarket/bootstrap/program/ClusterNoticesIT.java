package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A buyer buys at one node, and hears of it at the other. */
@Tag("cluster")
final class ClusterNoticesIT {
    private static final String PATH = "/voucher-order/events";

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
            try (EventLines listener = EventLines.of(second, PATH, token, "")) {
                listener.awaits("id: 0");
                paid = buy(atFirst, token);
                listener.awaits("id: 1", "event: settled");
                assertTrue(atFirst.post("/voucher-order/" + paid + "/pay", token, new JsonObject())
                        .success());
                listener.awaits("id: 2", "event: paid");
            }
            String missed = buy(atFirst, token);
            try (EventLines again = EventLines.of(first, PATH, token, "2")) {
                again.awaits("id: 2", "id: 3", "event: settled");
                assertTrue(atFirst.post("/voucher-order/" + missed + "/cancel", token, new JsonObject())
                        .success());
                again.awaits("id: 4", "event: cancelled");
                assertEquals(List.of("event: settled", "event: cancelled"), again.events());
            }
            try (EventLines elsewhere = EventLines.of(second, PATH, token, "1")) {
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
        Client.Answer bought = client.post("/voucher-order", token, object("voucherId", 3));
        assertTrue(bought.success(), bought::toString);
        return bought.data();
    }
}
