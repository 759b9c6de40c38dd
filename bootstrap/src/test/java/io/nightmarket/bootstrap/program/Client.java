package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;

import io.nightmarket.testkit.Futures;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A front end: speaks HTTP to one address and reads envelopes. */
final class Client implements AutoCloseable {
    private static final int CONNECTIONS = 256;

    private final Vertx vertx = Vertx.vertx();
    /** Shorter than a node's, which closes what is idle for 60 s: a request must not meet that. */
    private static final int KEEP_ALIVE_SECONDS = 30;

    private final WebClient web;
    private final String address;

    Client(String address) {
        this(address, CONNECTIONS);
    }

    /** @param connections so many requests may be under way at once */
    Client(String address, int connections) {
        this.address = address;
        WebClientOptions options =
                new WebClientOptions().setTrustAll(true).setVerifyHost(false).setKeepAliveTimeout(KEEP_ALIVE_SECONDS);
        this.web = WebClient.create(vertx, options, new PoolOptions().setHttp1MaxSize(connections));
    }

    /** An answer: the status, the headers and the envelope. */
    record Answer(int status, MultiMap headers, JsonObject body) {
        boolean success() {
            return Boolean.TRUE.equals(body.getBoolean("success"));
        }

        String code() {
            return body.getString("code", "");
        }

        String data() {
            return String.valueOf(body.getValue("data"));
        }

        JsonObject object() {
            return body.getJsonObject("data");
        }
    }

    Future<Answer> send(HttpMethod method, String path, @Nullable String token, @Nullable JsonObject body) {
        return send(method, path, token, body, Map.of());
    }

    Future<Answer> send(
            HttpMethod method,
            String path,
            @Nullable String token,
            @Nullable JsonObject body,
            Map<String, String> headers) {
        HttpRequest<Buffer> request = web.requestAbs(method, address + path).timeout(30_000);
        headers.forEach(request::putHeader);
        if (token != null) {
            request.putHeader("authorization", token);
        }
        return (body == null ? request.send() : request.sendJsonObject(body)).map(Client::answer);
    }

    /** Sends the target as it is written, without a token. */
    Future<Answer> sendRaw(HttpMethod method, String target) {
        return sendRaw(method, target, MultiMap.caseInsensitiveMultiMap(), null);
    }

    /** Sends the request as it is written. */
    Future<Answer> sendRaw(HttpMethod method, String target, MultiMap headers, @Nullable Buffer body) {
        URI node = URI.create(address);
        HttpRequest<Buffer> request = web.request(method, node.getPort(), node.getHost(), target)
                .timeout(30_000)
                .putHeaders(headers);
        return (body == null ? request.send() : request.sendBuffer(body)).map(Client::answer);
    }

    /** Sends a cookie of an earlier answer along. */
    Answer getWithCookie(String path, String cookie) {
        return await(web.requestAbs(HttpMethod.GET, address + path)
                .putHeader("cookie", cookie)
                .send()
                .map(Client::answer));
    }

    private static Answer answer(HttpResponse<Buffer> response) {
        return new Answer(response.statusCode(), response.headers(), envelope(response));
    }

    /** What is no JSON, such as a page of a proxy's own, is told as it is. */
    private static JsonObject envelope(HttpResponse<Buffer> response) {
        try {
            JsonObject body = response.bodyAsJsonObject();
            return body == null ? new JsonObject() : body;
        } catch (DecodeException e) {
            return object("text", response.bodyAsString());
        }
    }

    Answer get(String path, @Nullable String token) {
        return await(send(HttpMethod.GET, path, token, null));
    }

    Answer post(String path, @Nullable String token, @Nullable JsonObject body) {
        return await(send(HttpMethod.POST, path, token, body));
    }

    /** As people do: who is told to come back comes back. */
    Future<Answer> postUntilServed(String path, @Nullable JsonObject body) {
        return send(HttpMethod.POST, path, null, body)
                .compose(answer -> answer.status() == 503
                        ? vertx.timer(1, TimeUnit.SECONDS).compose(_ -> postUntilServed(path, body))
                        : Future.succeededFuture(answer));
    }

    Answer put(String path, @Nullable String token, @Nullable JsonObject body) {
        return await(send(HttpMethod.PUT, path, token, body));
    }

    static <T> T await(Future<T> future) {
        return Futures.await(future);
    }

    @Override
    public void close() {
        var _ = await(vertx.close());
    }
}
