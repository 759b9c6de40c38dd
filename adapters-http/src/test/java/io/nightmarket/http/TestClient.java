package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Speaks HTTP to a {@link TestNode}. Every answer it gets is held against the contract, and searched for inner texts. */
final class TestClient implements AutoCloseable {
    private static final AtomicLong PHONES = new AtomicLong(13_900_000_000L);

    private final TestNode node;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    TestClient(TestNode node) {
        this.node = node;
    }

    static String newPhone() {
        return Long.toString(PHONES.incrementAndGet());
    }

    Reply get(String path, String... headers) {
        return send(request(path, headers).GET().build());
    }

    Reply delete(String path, String... headers) {
        return send(request(path, headers).DELETE().build());
    }

    Reply post(String path, String... headers) {
        return send(request(path, headers).POST(BodyPublishers.noBody()).build());
    }

    Reply post(String path, JsonObject body, String... headers) {
        return method("POST", path, body.encode(), headers);
    }

    Reply put(String path, JsonObject body, String... headers) {
        return method("PUT", path, body.encode(), headers);
    }

    /** With a body of JSON. */
    Reply method(String method, String path, String body, String... headers) {
        return send(request(path, headers)
                .setHeader("content-type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build());
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
                .timeout(Duration.ofSeconds(60));
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        return builder;
    }

    Reply send(HttpRequest request) {
        try {
            return reply(request, http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new AssertionError(request.uri() + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    CompletableFuture<Reply> sendAsync(HttpRequest request) {
        return http.sendAsync(request, BodyHandlers.ofString(StandardCharsets.UTF_8))
                .thenApply(response -> reply(request, response));
    }

    private Reply reply(HttpRequest request, HttpResponse<String> response) {
        String body = response.body();
        assertFalse(body.contains("Exception") || body.contains("io.nightmarket") || body.contains("\tat "), body);
        assertEquals(
                "nosniff",
                response.headers().firstValue("x-content-type-options").orElse("none"));
        JsonObject json = new JsonObject(body);
        ContractJudge.hold(request, response, json);
        return new Reply(response.statusCode(), response.headers(), json);
    }

    /** A token of a new user with this role. */
    String logIn(Role role) {
        return logIn(newPhone(), role);
    }

    /** A token of a new user with this phone and role. */
    String logIn(String phone, Role role) {
        String token = logIn(phone);
        if (role != Role.SHOPPER) {
            JsonObject me = get("/user/me", "authorization", token).object();
            node.users.grant(new UserId(me.getLong("id")), role);
            // The role is the session's, so a new login brings it.
            node.sessions.loseEverything();
            node.clock.advance(Duration.ofSeconds(6));
        }
        return token;
    }

    String logIn(String phone) {
        assertNotNull(post("/user/code?phone=" + phone).data());
        String code = node.sent.get(new PhoneNumber(phone));
        assertNotNull(code);
        Object token = post("/user/login", object("phone", phone, "code", code)).data();
        assertNotNull(token);
        return (String) token;
    }

    UserId user(String token) {
        return new UserId(get("/user/me", "authorization", token).object().getLong("id"));
    }

    @Nullable
    String code(String phone) {
        return node.sent.get(new PhoneNumber(phone));
    }

    @Override
    public void close() {
        http.close();
    }
}
