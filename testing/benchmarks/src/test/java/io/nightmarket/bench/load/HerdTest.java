package io.nightmarket.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against servers that answer when the last of all readers has asked: only readers who all ask at once are answered. */
final class HerdTest {
    private static final int READERS = 50;

    private final Vertx vertx = Vertx.vertx();
    private final ConcurrentLinkedQueue<HttpServerRequest> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger arrived = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        var _ = await(vertx.close().toCompletionStage());
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private int serve(Consumer<HttpServerRequest> answer) throws Exception {
        Future<HttpServer> server = vertx.createHttpServer()
                .requestHandler(request -> {
                    waiting.add(request);
                    if (arrived.incrementAndGet() == READERS) {
                        waiting.forEach(answer);
                    }
                })
                .listen(0, "127.0.0.1");
        return await(server.toCompletionStage()).actualPort();
    }

    private LoadResult read(List<Integer> ports) throws Exception {
        try (Herd herd = await(Herd.gather(vertx, ports, READERS))) {
            return await(herd.read("/shop/1"));
        }
    }

    private static void done(HttpServerRequest request) {
        var _ = request.response().end("{\"success\":true,\"data\":{}}");
    }

    @Test
    void allAskAtOnceOverConnectionsOfTheirOwn() throws Exception {
        LoadResult result = read(List.of(serve(HerdTest::done), serve(HerdTest::done)));
        assertEquals(READERS, result.accepted());
        assertEquals(READERS, result.latency().getTotalCount());
        assertEquals(
                READERS,
                waiting.stream()
                        .map(request -> request.remoteAddress().port())
                        .distinct()
                        .count());
        long first = waiting.stream()
                .map(request -> request.localAddress().port())
                .filter(port -> port.equals(waiting.peek().localAddress().port()))
                .count();
        assertEquals(READERS / 2, first);
    }

    @Test
    void whoIsRefusedOrCutOffGotNothing() throws Exception {
        AtomicInteger number = new AtomicInteger();
        LoadResult result = read(List.of(serve(request -> {
            switch (number.incrementAndGet()) {
                case 1 -> {
                    var _ = request.response().end("{\"success\":false}");
                }
                case 2 -> {
                    var _ = request.response().setStatusCode(503).end();
                }
                case 3 -> {
                    var _ = request.connection().close();
                }
                default -> done(request);
            }
        })));
        assertEquals(READERS - 3, result.accepted());
        assertEquals(1, result.refused());
        assertEquals(2, result.failed());
    }
}
