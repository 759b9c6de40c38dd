package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
        node = new TestNode(
                vertx, TestNode.config(TestNode.NO_CONNECTION_LIMIT, TrustedProxies.NONE, 65_536, Optional.empty()));
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
    void everyTextMayBeAsLongAsTheContractSays(String emoji) throws TimeoutException {
        String admin = client.logIn(Role.ADMIN);
        List<String> asked = new ArrayList<>();
        for (Operation operation :
                Contract.load(vertx).await(60, TimeUnit.SECONDS).operations()) {
            MediaType json = operation.getRequestBody() == null
                    ? null
                    : operation.getRequestBody().getContent().get("application/json");
            if (json != null) {
                String name = operation.getOperationId();
                asked.add(name);
                String path = operation.getOpenAPIPath().replaceAll("\\{\\w+}", "1");
                Reply reply = client.method(
                        operation.getHttpMethod().name(), path, longest(json, emoji), RoutesTestBase.AUTH, admin);
                assertNotEquals(413, reply.status(), name);
            }
        }
        assertTrue(asked.size() > 15, asked::toString);
    }

    /** All texts at once, each with emojis only. */
    private static String longest(MediaType json, String emoji) {
        JsonObject members = json.getSchema().get("properties");
        List<String> body = new ArrayList<>();
        for (String name : members.fieldNames()) {
            if (!name.startsWith("__") && isText(members.getJsonObject(name).getValue("type"))) {
                int length = members.getJsonObject(name).getInteger("maxLength", 12);
                body.add('"' + name + "\":\"" + emoji.repeat(length) + '"');
            }
        }
        return '{' + String.join(", ", body) + '}';
    }

    private static boolean isText(Object type) {
        return "string".equals(type) || (type instanceof JsonArray types && types.contains("string"));
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
