package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body may be as large as its texts may be long, however the client writes them. */
@SuppressWarnings("NullAway.Init")
final class LongBodiesTest {
    private final Vertx vertx = Vertx.vertx();
    private TestClient client;
    private TestNode node;

    @BeforeEach
    void start() {
        // With the usual limit of all bodies.
        node = new TestNode(vertx, new TestConfig().maxBodyBytes(65_536));
        client = new TestClient(node);
    }

    @AfterEach
    void stop() throws TimeoutException {
        client.close();
        vertx.close().await(60, TimeUnit.SECONDS);
    }

    /** An emoji as UTF-8, and escaped as many programs do. */
    @ParameterizedTest
    @ValueSource(strings = {"\ud83d\ude00", "\\ud83d\\ude00"})
    void everyTextMayBeAsLongAsTheContractSays(String emoji) throws IOException {
        String admin = client.logIn(Role.ADMIN);
        List<DescribedBody> bodies = DescribedBody.all();
        for (DescribedBody body : bodies) {
            assertNotEquals(413, body.send(client, admin, longest(body, emoji)).status(), body.operation());
        }
        assertTrue(bodies.size() > 15, bodies::toString);
    }

    /** All texts at once, each with emojis only. */
    private static String longest(DescribedBody body, String emoji) {
        return body.texts().stream()
                .map(member -> '"' + member + "\":\""
                        + emoji.repeat(body.members().getJsonObject(member).getInteger("maxLength", 12)) + '"')
                .collect(Collectors.joining(", ", "{", "}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d\ude00", "\\ud83d\\ude00"})
    void aNoteIsAsLongAsItsColumns(String emoji) {
        node.shops.add(Shops.shop(1));
        String note =
                "{\"shopId\":1,\"title\":\"" + emoji.repeat(255) + "\",\"content\":\"" + emoji.repeat(2_048) + "\"}";
        Reply reply = client.method("POST", "/blog", note, RoutesTestBase.AUTH, client.logIn(Role.SHOPPER));
        Object id = reply.data();
        assertEquals(
                "\ud83d\ude00".repeat(2_048), client.get("/blog/" + id).object().getString("content"));
    }
}
