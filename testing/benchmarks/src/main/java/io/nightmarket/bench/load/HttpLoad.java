package io.nightmarket.bench.load;

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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Sends an open load over HTTP from one event loop, over keep-alive connections that are opened as they are needed. A
 * timer looks for what is due each millisecond; what that costs counts as latency.
 */
public final class HttpLoad implements AutoCloseable {
    private static final Buffer DONE = Buffer.buffer("{\"success\":true");
    private static final String NOT_YET = "\"code\":\"QUEUED\"";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int OK = 200;

    private final Vertx vertx;
    private final Context loop;
    private final HttpClient client;

    /** @param connections so many at most */
    public HttpLoad(Vertx vertx, int port, int connections) {
        this.vertx = vertx;
        this.loop = vertx.getOrCreateContext();
        HttpClientOptions options = new HttpClientOptions()
                .setDefaultHost("127.0.0.1")
                .setDefaultPort(port)
                .setKeepAlive(true);
        this.client = vertx.createHttpClient(
                options, new PoolOptions().setHttp1MaxSize(connections).setMaxWaitQueueSize(-1));
    }

    /** Posts by the plan, each request with the next token; when all have asked for the first path, to the next. */
    public CompletionStage<LoadResult> post(LoadPlan plan, List<String> paths, List<String> tokens) {
        Promise<LoadResult> result = Promise.promise();
        loop.runOnContext(_ -> drive(
                new OpenLoad(
                        plan,
                        System::nanoTime,
                        number -> click(paths.get((int) (number / tokens.size() % paths.size())), tokens.get((int)
                                (number % tokens.size())))),
                result));
        return result.future().toCompletionStage();
    }

    private void drive(OpenLoad load, Promise<LoadResult> result) {
        long deadline = System.nanoTime() + load.length().plus(PATIENCE).toNanos();
        var _ = vertx.setPeriodic(1, timer -> {
            load.sendDue();
            if (load.isDone() || System.nanoTime() - deadline > 0) {
                var _ = vertx.cancelTimer(timer);
                result.complete(load.finish());
            }
        });
    }

    private Future<Verdict> click(String path, String token) {
        return client.request(HttpMethod.POST, path).compose(request -> send(request, token));
    }

    private static Future<Verdict> send(HttpClientRequest request, String token) {
        return request.putHeader("authorization", token)
                .send()
                .compose(response -> response.body().map(body -> verdict(response.statusCode(), body)));
    }

    static Verdict verdict(int status, Buffer body) {
        if (status != OK) {
            return Verdict.FAILED;
        }
        return body.length() >= DONE.length()
                        && body.getBuffer(0, DONE.length()).equals(DONE)
                        && !body.toString().contains(NOT_YET)
                ? Verdict.ACCEPTED
                : Verdict.REFUSED;
    }

    @Override
    public void close() {
        client.close().toCompletionStage().toCompletableFuture().join();
    }
}
