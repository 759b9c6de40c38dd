package io.nightmarket.testkit;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/**
 * Sends HTTP requests to nodes on this machine from one event loop, over keep-alive connections that are opened as they
 * are needed.
 */
public final class LoadClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    /** A node closes a connection on which no request came for 10 s, perhaps while one is sent. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(4);

    private final Vertx vertx;
    private final Context loop;
    private final HttpClient client;

    /** @param connections at most to each port */
    public LoadClient(Vertx vertx, int connections) {
        this.vertx = vertx;
        this.loop = vertx.getOrCreateContext();
        HttpClientOptions options = new HttpClientOptions()
                .setDefaultHost("127.0.0.1")
                .setKeepAlive(true)
                .setKeepAliveTimeout(Math.toIntExact(KEEP_ALIVE.toSeconds()))
                .setConnectTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
        // A request whose connection breaks fails by its future; without a handler the client logs an error for each,
        // too.
        this.client = vertx.httpClientBuilder()
                .with(options)
                .with(new PoolOptions().setHttp1MaxSize(connections).setMaxWaitQueueSize(-1))
                .withConnectHandler(connection -> {
                    var _ = connection.exceptionHandler(_ -> {});
                })
                .build();
    }

    /** One request. */
    public record Call(HttpMethod method, int port, String path, Map<String, String> headers) {}

    /** Calls the step on the event loop each millisecond, until it answers that it was the last. */
    public Future<Void> eachMilli(BooleanSupplier isLast) {
        Promise<Void> done = Promise.promise();
        loop.runOnContext(_ -> vertx.setPeriodic(1, timer -> {
            if (isLast.getAsBoolean()) {
                var _ = vertx.cancelTimer(timer);
                done.complete();
            }
        }));
        return done.future();
    }

    /** Waits for a connection, and has the request ready to be sent on it. */
    public Future<HttpClientRequest> open(Call call, Duration timeout) {
        RequestOptions options = new RequestOptions()
                .setMethod(call.method())
                .setPort(call.port())
                .setURI(call.path())
                .setTimeout(timeout.toMillis());
        call.headers().forEach(options::putHeader);
        return client.request(options).map(request -> request.exceptionHandler(_ -> {}));
    }

    /** Sends it, and reads status and body of the answer. */
    public static <A> Future<A> send(HttpClientRequest request, BiFunction<Integer, Buffer, A> reading) {
        return send(request, Buffer.buffer(), reading);
    }

    /** Sends the request with a body. */
    public static <A> Future<A> send(
            HttpClientRequest request, Buffer content, BiFunction<Integer, Buffer, A> reading) {
        return (content.length() == 0 ? request.send() : request.send(content))
                .compose(response -> response.body().map(body -> reading.apply(response.statusCode(), body)));
    }

    @Override
    public void close() {
        client.close().toCompletionStage().toCompletableFuture().join();
    }
}
