package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bodies that do not end, of one address: sixteen million bytes of them are held. */
@ExtendWith(VertxExtension.class)
final class BodiesInMemoryTest {
    @Test
    void bodiesOfAnAddressAreBoundedInBytes(Vertx vertx) throws IOException {
        TestNode node = new TestNode(
                vertx, new TestConfig().requestTimeout(Duration.ofHours(1)).maxBodyBytes(1 << 20));
        List<Socket> open = new ArrayList<>();
        try (TestClient client = new TestClient(node)) {
            String merchant = client.logIn(Role.MERCHANT);
            Eventually.holds("sixteen and more are unfinished", () -> {
                open.add(unfinished(node, merchant));
                return client.post("/user/login", object("phone", "x")).status() == 503;
            });
            assertTrue(open.size() >= 16);
            assertTrue(client.get("/shop/1").status() < 500, "what has no body is answered");
            for (Socket socket : open) {
                socket.close();
            }
            Eventually.holds(
                    "their bytes are given back",
                    () -> client.post("/user/login", object("phone", "x")).status() != 503);
        }
    }

    /** Whose length is not said: it counts as the longest that there may be. */
    private static Socket unfinished(TestNode node, String token) throws IOException {
        Socket socket = new RawClient(node).open();
        RawClient.send(
                socket,
                ("POST /voucher HTTP/1.1\r\nhost: x\r\nauthorization: " + token
                        + "\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n"));
        return socket;
    }

    @Test
    void manySmallBodiesAtOnceAreTaken(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx);
        List<Socket> open = new ArrayList<>();
        try (TestClient client = new TestClient(node)) {
            for (int i = 0; i < 1_000; i++) {
                Socket socket = new RawClient(node).open();
                open.add(socket);
                RawClient.send(
                        socket,
                        "POST /user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{");
            }
            Eventually.holds("all are there", () -> node.openConnections() >= 1_000);
            assertNotEquals(
                    503, client.post("/user/login", object("phone", "x")).status());
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
