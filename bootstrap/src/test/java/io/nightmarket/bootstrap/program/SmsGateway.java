package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Takes the login codes that a program on real servers sends, and logs people in with them. */
final class SmsGateway implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, CompletableFuture<String>> sent = new ConcurrentHashMap<>();

    SmsGateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/send", this::take);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/send";
    }

    /** The token of this phone's new session. */
    String logIn(Client client, String phone) throws Exception {
        return logIn(client, phone, null);
    }

    /** As {@link #logIn(Client, String)}, with the password of a second factor. */
    String logIn(Client client, String phone, @Nullable String otp) throws Exception {
        CompletableFuture<String> code = new CompletableFuture<>();
        sent.put(phone, code);
        Client.Answer asked = client.post("/user/code?phone=" + phone, null, null);
        // On a busy machine the answer may be late, and the code comes all the same.
        if (!asked.success() && asked.status() != 503) {
            throw new AssertionError("no code: " + asked);
        }
        JsonObject body = object("phone", phone, "code", code.get(1, TimeUnit.MINUTES), "otp", otp);
        return client.post("/user/login", null, body).data();
    }

    private void take(HttpExchange exchange) throws IOException {
        JsonObject message =
                new JsonObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
        sent.getOrDefault(message.getString("phone"), new CompletableFuture<>()).complete(message.getString("code"));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
