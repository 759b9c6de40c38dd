package io.nightmarket.bench.load;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Readers with a connection each, opened beforehand, who all ask for one thing at once. */
public final class Herd implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int DIGITS = 3;

    private final Context loop;
    private final HttpClientAgent client;
    private final List<HttpClientConnection> readers;

    private Herd(Context loop, HttpClientAgent client, List<HttpClientConnection> readers) {
        this.loop = loop;
        this.client = client;
        this.readers = List.copyOf(readers);
    }

    /** So many readers, as many at each port. */
    public static CompletionStage<Herd> gather(Vertx vertx, List<Integer> ports, int size) {
        Context loop = vertx.getOrCreateContext();
        HttpClientAgent client = vertx.createHttpClient();
        Promise<List<HttpClientConnection>> connected = Promise.promise();
        loop.runOnContext(_ -> {
            List<Future<HttpClientConnection>> all = IntStream.range(0, size)
                    .mapToObj(reader -> client.connect(
                            new HttpConnectOptions().setHost("127.0.0.1").setPort(ports.get(reader % ports.size()))))
                    .toList();
            Future.all(all).map(_ -> all.stream().map(Future::result).toList()).onComplete(connected);
        });
        return connected
                .future()
                .map(readers -> new Herd(loop, client, readers))
                .onFailure(_ -> client.close())
                .toCompletionStage();
    }

    /** All readers get one path; latency counts from when the first one asked. */
    public CompletionStage<LoadResult> read(String path) {
        Promise<LoadResult> result = Promise.promise();
        loop.runOnContext(_ -> read(path, result));
        return result.future().toCompletionStage();
    }

    private void read(String path, Promise<LoadResult> result) {
        Histogram latency = new Histogram(PATIENCE.multipliedBy(2).toNanos(), DIGITS);
        Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
        long begin = System.nanoTime();
        List<Future<Verdict>> answers = readers.stream()
                .map(reader -> ask(reader, path).onSuccess(verdict -> {
                    latency.recordValue(Math.min(System.nanoTime() - begin, latency.getHighestTrackableValue()));
                    var _ = verdicts.merge(verdict, 1L, Long::sum);
                }))
                .toList();
        var _ = Future.join(answers)
                .onComplete(_ -> result.complete(new LoadResult(
                        verdicts.getOrDefault(Verdict.ACCEPTED, 0L),
                        verdicts.getOrDefault(Verdict.REFUSED, 0L),
                        verdicts.getOrDefault(Verdict.FAILED, 0L),
                        0,
                        0,
                        Duration.ofNanos(System.nanoTime() - begin),
                        latency)));
    }

    private static Future<Verdict> ask(HttpClientConnection reader, String path) {
        RequestOptions options =
                new RequestOptions().setMethod(HttpMethod.GET).setURI(path).setTimeout(PATIENCE.toMillis());
        return reader.request(options)
                .compose(request -> request.send().compose(Herd::read))
                .otherwise(Verdict.FAILED);
    }

    private static Future<Verdict> read(HttpClientResponse response) {
        return response.body().map(body -> HttpLoad.verdict(response.statusCode(), body));
    }

    @Override
    public void close() {
        client.close().toCompletionStage().toCompletableFuture().join();
    }
}
